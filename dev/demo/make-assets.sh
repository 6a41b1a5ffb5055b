#!/bin/sh
# Makes the demo's clips and thumbnails (dev/demo/assets) and the small files that the tests upload (tests/support/assets).
# Everything is drawn and composed by the scripts beside this one; nothing is taken from elsewhere.
#
# Needs ffmpeg (libx264, libvpx-vp9, libopus, libmp3lame) and a Chromium. The results are in git: only who changes a drawing
# runs this. Given slugs, it makes only those clips: dev/demo/make-assets.sh yoga-em-15-minutos
set -eu
cd "$(dirname "$0")/../.."
assets=dev/demo/assets
test_assets=tests/support/assets
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$assets" "$test_assets"

npx tsx dev/demo/make-thumbnails.ts "$assets" "$@"
npx tsx dev/demo/make-clip-frames.ts "$work" "$@"

# encode <folder of frames> <options and file…>: the same bytes on every run, and no note of who made it.
encode() {
  frames=$1
  shift
  ffmpeg -hide_banner -loglevel error -y -framerate 12 -i "$frames/%04d.png" -i "$frames/tune.wav" \
    -map_metadata -1 -fflags +bitexact -flags:v +bitexact -flags:a +bitexact -pix_fmt yuv420p "$@"
}

for frames in "$work"/*/; do
  slug=$(basename "$frames")
  # A key frame every three seconds, so that seeking is quick; the index in front, so that playing begins at once.
  encode "$frames" -c:v libx264 -preset veryslow -tune animation -crf 34 -g 36 \
    -c:a aac -b:a 28k -movflags +faststart "$assets/$slug.mp4"
  ls -l "$assets/$slug.mp4"
done

sample="$work/violao-para-iniciantes"
[ -d "$sample" ] || exit 0
# Plays in Chromium builds without the patented codecs.
encode "$sample" -t 6 -c:v libvpx-vp9 -crf 40 -b:v 0 -row-mt 0 -g 24 -c:a libopus -b:a 32k -ar 48000 \
  -movflags +faststart "$test_assets/clip-vp9.mp4"
encode "$sample" -t 3 -c:v libx264 -preset veryslow -tune animation -crf 32 -c:a aac -b:a 32k -f mov "$test_assets/clip.mov"
encode "$sample" -t 3 -c:v mpeg4 -q:v 18 -c:a libmp3lame -b:a 32k "$test_assets/clip.avi"
for ending in jpg png webp; do
  npx tsx -e "import('sharp').then(({ default: sharp }) => sharp('$assets/violao-para-iniciantes.webp').resize(480).toFile('$test_assets/thumb.$ending'))"
done
ls -l "$test_assets"

/** Places in which one account may play at once. */
export const maxPlaces = 3;

/** A place that gave no sign of playback for this long no longer counts. Players report every ten seconds. */
export const placeSeconds = 60;

/** The beginning of the session's hash, which opens nothing. */
export function placeOf({ sessionIdHash }: { sessionIdHash: string }): string {
  return sessionIdHash.slice(0, 16);
}

/** `courseId`: the course beside which the video is watched as a lesson. */
export function placesPath(videoId: string, courseId?: string): string {
  return `/watch/${videoId}/places${courseId ? `?course=${courseId}` : ""}`;
}

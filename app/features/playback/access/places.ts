/** Maximum places in which one account plays at once. */
export const maxPlaces = 3;

/** A place that gave no sign of playback for this long no longer counts, in seconds. Players report every ten. */
export const placeSeconds = 60;

/** Returns the name of a place in the access log: the beginning of its session's hash, which opens nothing. */
export function placeOf({ sessionIdHash }: { sessionIdHash: string }): string {
  return sessionIdHash.slice(0, 16);
}

/**
 * Returns where a person sees the places that play with their account, and stops them. `courseId`: the course beside
 * which the video is watched as a lesson.
 */
export function placesPath(videoId: string, courseId?: string): string {
  return `/watch/${videoId}/places${courseId ? `?course=${courseId}` : ""}`;
}

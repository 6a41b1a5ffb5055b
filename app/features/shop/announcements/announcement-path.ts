/** Returns the page of one announcement, where its report is sent too. */
export function announcementPath(id: string): string {
  return `/announcements/${id}`;
}

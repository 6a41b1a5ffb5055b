/** The page of one announcement; its reports are sent there, too. */
export function announcementPath(id: string): string {
  return `/announcements/${id}`;
}

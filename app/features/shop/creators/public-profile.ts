/** The public profile of a creator, without contact and payout details. */
export interface PublicProfile {
  handle: string;
  full_name: string;
  bio: string;
  links: string[];
  portrait_key: string | null;
  review_count: number;
  rating_total: number;
  student_count: number;
  video_count: number;
}

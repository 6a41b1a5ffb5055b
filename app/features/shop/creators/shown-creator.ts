/** A creator as anyone sees them: nothing of how to reach or pay them. */
export interface ShownCreator {
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

/** In the marketplace and "my videos": what a page costs grows with it. */
export const videosPerPage = 24;

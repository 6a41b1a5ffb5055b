/** What follows Vite in `npm run build`, in this order, in one process. */
import "./trim-manifest";
import "./compress-assets";
import "./build-server";

import { NotFound } from "~/error-page";

/** product.md, Unknown path. Thrown, so that the status is 404 whatever the method. */
export async function loader() {
  throw new Response(null, { status: 404 });
}

export async function action() {
  throw new Response(null, { status: 404 });
}

export default NotFound;

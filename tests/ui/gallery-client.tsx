import { hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { Gallery } from "./gallery";
import "./gallery.css";

const root = document.getElementById("root");
if (root) {
  hydrateRoot(
    root,
    <BrowserRouter>
      <Gallery path={location.pathname} />
    </BrowserRouter>,
  );
}

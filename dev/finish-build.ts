import "./trim-manifest";
import "./compress-assets";
import "./build-server";

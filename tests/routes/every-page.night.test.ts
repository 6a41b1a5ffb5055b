import { describePages } from "./every-page";

await describePages({ everyRole: true });

import { describeRoutes } from "./who-may-do-what";

await describeRoutes("main");

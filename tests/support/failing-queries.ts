import type { TestWorld } from "./test-services";

/** A world in which queries that contain this name fail; the look-up of the session does not. */
export function withoutQueries(world: TestWorld, name: string, error: Error): TestWorld {
  const db = world.services.db.withPlugin({
    transformQuery: ({ node }) => {
      const query = JSON.stringify(node);
      if (query.includes(`"name":"${name}"`) && !query.includes('"name":"sessions"')) throw error;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { ...world, services: { ...world.services, db } };
}

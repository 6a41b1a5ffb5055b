/** How long a benchmark measures: `npm run bench -- --short` takes less than three minutes. */
export const short = process.argv.includes("--short");

export const effort = short ? { rounds: 1, seconds: 1 } : { rounds: 3, seconds: 3 };

/** The address in front of every path of a world, for clients that set no headers. */
export function addressOfWorld(origin: string, world: string): string {
  return world === 'default' ? origin : `${origin}/__mock/worlds/${world}`;
}

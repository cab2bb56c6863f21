/** Asks for a page as its reader does, and reads all of it; answers the status. */
export async function ask(url: string, token: string, page: string): Promise<number> {
  const response = await fetch(`${url}/api${page}`, { headers: { authorization: `Bearer ${token}` } });
  await response.arrayBuffer();
  return response.status;
}

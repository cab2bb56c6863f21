/** What the code of an invitation in a message opens. */
export function inviteSecret(id: number): string {
  return `invitation: #${id}`;
}

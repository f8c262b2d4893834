/** Where Temporal's own pages show a session. */

/** @returns undefined if the server has no pages, or is not this home's */
export function sessionPage({ uiUrl }: { readonly uiUrl: string }, session: string): string | undefined {
  return uiUrl === '' ? undefined : `${uiUrl}/namespaces/default/workflows/${session}`;
}

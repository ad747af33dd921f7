import { assistantScopes } from "../../domain/assistants/assistantScopes.ts"
import type { Failure } from "../../domain/shared/Failure.ts"

const [readScope] = assistantScopes

/** Where the metadata of the resource are: at the root of its host. */
export const metadataUrl = (resource: string) => new URL("/.well-known/oauth-protected-resource", resource).href

const parameters = (of: Readonly<Record<string, string | undefined>>) =>
  Object.entries(of)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}="${value}"`]))
    .join(", ")

/**
 * What an assistant host has to do about a refusal: where to find the authorization server, and which scopes to ask it for
 * (RFC 9728 section 5.1, RFC 6750 section 3). Undefined for a refusal that no other token would help against.
 */
export const challenge = (
  resource: string,
  { code, kind }: Failure,
  requiredScope: string | undefined
): string | undefined => {
  if (kind !== "unauthenticated" && code !== "insufficient_scope") return undefined
  const error = { invalid_access_token: "invalid_token", insufficient_scope: "insufficient_scope" }[code]
  const scope = requiredScope === undefined || requiredScope === readScope ? readScope : assistantScopes.join(" ")
  return `Bearer ${parameters({ resource_metadata: metadataUrl(resource), error, scope })}`
}

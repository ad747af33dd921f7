import { assistantScopes } from "../../domain/assistants/assistantScopes.ts"
import type { Failure } from "../../domain/shared/Failure.ts"

const [readScope] = assistantScopes

/** The URL of the protected resource metadata, at the root of the resource's host. */
export const metadataUrl = (resource: string) => new URL("/.well-known/oauth-protected-resource", resource).href

const formatParameters = (values: Readonly<Record<string, string | undefined>>) =>
  Object.entries(values)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}="${value}"`]))
    .join(", ")

/**
 * The WWW-Authenticate value of a refusal: where to find the authorization server and which scopes to request (RFC 9728
 * section 5.1, RFC 6750 section 3). Undefined if another token would not help.
 */
export const challenge = (
  resource: string,
  { code, kind }: Failure,
  requiredScope: string | undefined
): string | undefined => {
  if (kind !== "unauthenticated" && code !== "insufficient_scope") return undefined
  const error = { invalid_access_token: "invalid_token", insufficient_scope: "insufficient_scope" }[code]
  const scope = requiredScope === undefined || requiredScope === readScope ? readScope : assistantScopes.join(" ")
  return `Bearer ${formatParameters({ resource_metadata: metadataUrl(resource), error, scope })}`
}

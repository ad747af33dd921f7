import { Record } from "effect"
import type { SignatureScheme } from "../../domain/providers/SignatureScheme.ts"
import { windowSeconds } from "../../domain/providers/signedAt.ts"
import type { DocumentFacts } from "../surface/DocumentFacts.ts"

const encodings = { hex: "in hexadecimal", base64: "in base64" } as const

const signedOf = ({ covers }: SignatureScheme): string => {
  if (covers._tag === "timestampAndBody") {
    return `\`${covers.version}:\`, the text of \`${covers.timestampHeader}\`, \`:\` and the bytes of the body`
  }
  const form = "the address that was called, and name and value of every parameter of the form, sorted by name"
  return covers.json ? `${form}; a JSON body by its SHA-256 in \`bodySHA256\` of the address` : form
}

const inHeader = (name: string, description: string) => ({
  type: "apiKey" as const,
  in: "header" as const,
  name,
  description
})

const signatureOf = (name: string, scheme: SignatureScheme) => {
  const { algorithm, encoding, prefix, signatureHeader } = scheme
  const mac = `${prefix === "" ? "" : `\`${prefix}\` and `}the HMAC-${algorithm.toUpperCase()} ${encodings[encoding]}`
  return inHeader(
    signatureHeader,
    `For installations of the scheme \`${name}\`: ${mac} of ${signedOf(scheme)}, with the signing secret`
  )
}

/** How requests are signed, as documents say it: a signature that covers a time is worth something with that time alone. */
export const signatureSecurity = (
  schemes: Readonly<Record<string, SignatureScheme>>
): Pick<DocumentFacts, "security" | "together"> => {
  const described = Record.toEntries(schemes).map(([name, scheme]) => {
    const { covers } = scheme
    const signature = { [name]: signatureOf(name, scheme) }
    if (covers._tag !== "timestampAndBody") return signature
    const time = `When the request was signed, in epoch seconds, at most ${windowSeconds} seconds from now`
    return { ...signature, [`${name}-time`]: inHeader(covers.timestampHeader, time) }
  })
  return { security: Object.assign({}, ...described), together: described.map((headers) => Object.keys(headers)) }
}

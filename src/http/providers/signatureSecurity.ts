import { Record } from "effect"
import type { SignatureScheme } from "../../domain/providers/SignatureScheme.ts"
import { windowSeconds } from "../../domain/providers/signedAt.ts"
import type { DocumentFacts } from "../surface/documents/DocumentFacts.ts"

const encodings = { hex: "in hexadecimal", base64: "in base64" } as const

const signedContent = ({ covers }: SignatureScheme): string => {
  if (covers._tag === "timestampAndBody") {
    return `\`${covers.version}:\`, the value of \`${covers.timestampHeader}\`, \`:\` and the raw body`
  }
  const form = "the called URL followed by the name and value of every form parameter, sorted by name"
  return covers.json ? `${form}; a JSON body is covered by its SHA-256 in the URL's \`bodySHA256\`` : form
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
    `For installations with the scheme \`${name}\`: ${mac} of ${signedContent(scheme)}, keyed with the signing secret`
  )
}

/** The documented security schemes of signatures. A signature that covers a timestamp requires the timestamp header. */
export const signatureSecurity = (
  schemes: Readonly<Record<string, SignatureScheme>>
): Pick<DocumentFacts, "security" | "together"> => {
  const described = Record.toEntries(schemes).map(([name, scheme]) => {
    const { covers } = scheme
    const signature = { [name]: signatureOf(name, scheme) }
    if (covers._tag !== "timestampAndBody") return signature
    const time = `When the request was signed, in epoch seconds; at most ${windowSeconds} seconds from the current time`
    return { ...signature, [`${name}-time`]: inHeader(covers.timestampHeader, time) }
  })
  return { security: Object.assign({}, ...described), together: described.map((headers) => Object.keys(headers)) }
}

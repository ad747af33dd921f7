import { Effect, Layer } from "effect"
import type { EdgeAnswer } from "../domain/customDomains/EdgeCertificates.ts"
import { DomainTwins, type TwinRecords } from "../domain/testing/DomainTwins.ts"

const keyOf = (type: TwinRecords["type"], name: string) => `${type} ${name.toLowerCase()}`

export const layer = Layer.sync(DomainTwins, () => {
  const records = new Map<string, TwinRecords["values"]>()
  const certificates = new Map<string, EdgeAnswer>()
  return {
    setRecords: ({ name, type, values }) => Effect.sync(() => void records.set(keyOf(type, name), values)),
    setCertificate: ({ answer, hostname }) => Effect.sync(() => void certificates.set(hostname, answer)),
    recordsAt: (type, name) =>
      Effect.sync(() => {
        const found = records.get(keyOf(type, name))
        return found === undefined ? [] : found
      }),
    certificateOf: (hostname) => Effect.sync(() => certificates.get(hostname) ?? "unmanaged"),
    forget: Effect.sync(() => {
      records.clear()
      certificates.clear()
    })
  }
})

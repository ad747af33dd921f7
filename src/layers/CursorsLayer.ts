import { Effect, Layer, Result } from "effect"
import { Base64Url } from "effect/encoding"
import { Cursors } from "../domain/shared/Cursors.ts"
import { Digests } from "../domain/shared/Digests.ts"

const prefix = "c1."
const macBytes = 12
const bindingBytes = 8
const utf8 = new TextEncoder()
const text = new TextDecoder()

/** Layout: MAC (12 bytes) over the rest, digest of the binding (8 bytes), position. */
export const layer = Layer.effect(
  Cursors,
  Effect.gen(function* () {
    const digests = yield* Digests

    const bindingOf = (binding: string) => digests.mac("cursor-binding", utf8.encode(binding)).subarray(0, bindingBytes)
    const macOf = (sealed: Uint8Array) => digests.mac("cursor", sealed).subarray(0, macBytes)

    return Cursors.of({
      seal: (binding, position) => {
        const sealed = Buffer.concat([bindingOf(binding), utf8.encode(position)])
        return prefix + Base64Url.encode(Buffer.concat([macOf(sealed), sealed]))
      },
      open: (binding, cursor) => {
        if (!cursor.startsWith(prefix)) return { _tag: "Invalid" }
        const body = cursor.slice(prefix.length)
        const bytes = Result.getOrUndefined(Base64Url.decode(body))
        // Only the canonical encoding is accepted: base64 has unused bits, so that several texts decode to the same
        // bytes.
        if (bytes === undefined || bytes.length < macBytes + bindingBytes || Base64Url.encode(bytes) !== body) {
          return { _tag: "Invalid" }
        }
        const sealed = bytes.subarray(macBytes)
        if (!digests.isMac("cursor", sealed, bytes.subarray(0, macBytes))) return { _tag: "Invalid" }
        return digests.isMac("cursor-binding", utf8.encode(binding), sealed.subarray(0, bindingBytes))
          ? { _tag: "Position", position: text.decode(sealed.subarray(bindingBytes)) }
          : { _tag: "Conflict" }
      }
    })
  })
)

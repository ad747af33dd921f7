import type { Call } from "../support/http/httpCall.ts"
import type { ServerProcess } from "../support/servers/processes.ts"
import { chatHeaders, chatPath, form, smsPath, smsSignature } from "../support/providers.ts"

/** A signed command of a user of the chat platform. */
export const command = (fields: Readonly<Record<string, unknown>>): Call => {
  const body = JSON.stringify(fields)
  return {
    method: "POST",
    path: chatPath("chat_a", "commands"),
    headers: { "content-type": "application/json", ...chatHeaders(body) },
    body: new TextEncoder().encode(body)
  }
}

/** A callback of the SMS provider about the queued delivery, signed for the process that it is sent to. */
export const report = (
  { port }: Pick<ServerProcess, "port">,
  status: string,
  more: Readonly<Record<string, string>> = {}
): Call => {
  const path = smsPath("sms_a", "queued")
  const fields = { status, ...more }
  return {
    method: "POST",
    path,
    headers: { "content-type": form, "x-sms-signature": smsSignature(`http://127.0.0.1:${port}${path}`, fields) },
    body: new TextEncoder().encode(new URLSearchParams(fields).toString())
  }
}

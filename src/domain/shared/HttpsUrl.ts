import { Schema } from "effect"

const isHttps = (text: string) => {
  const url = URL.parse(text)
  return url !== null && url.protocol === "https:" && url.username === "" && url.password === "" && url.hostname !== ""
}

/** An absolute `https` address of at most 2,048 characters, without user name and password. */
export const HttpsUrl = Schema.String.check(
  Schema.isPattern(/^https:\/\/[\x21-\x7e]{1,2040}$/u, {
    expected: "an https address",
    toJsonSchema: () => ({ pattern: "^https://[\\x21-\\x7e]{1,2040}$", maxLength: 2048, format: "uri" })
  }).abort(),
  Schema.makeFilter((text: string) => (isHttps(text) ? undefined : "not an https address"), {
    expected: "an https address"
  })
)

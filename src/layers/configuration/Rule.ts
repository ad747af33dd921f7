import { Cron, LogLevel, Result, Schema, SchemaTransformation } from "effect"
import { X509Certificate } from "node:crypto"
import { readFileSync } from "node:fs"
import { isIP } from "node:net"

/** Parses the text of a variable, or describes what was expected. */
export interface Rule<T> {
  readonly schema: Schema.ConstraintCodec<T, unknown>
  /** Completes the sentence "NAME must be ...". */
  readonly expected: string
}

const filtered = (fits: (text: string) => boolean) =>
  Schema.String.check(Schema.makeFilter((text: string) => (fits(text) ? undefined : "does not fit")))

const parses = (text: string, protocols: ReadonlyArray<string>, accepts: (url: URL) => boolean) => {
  const url = URL.parse(text)
  return url !== null && protocols.includes(url.protocol) && accepts(url)
}

const isPlain = (url: URL) => url.username === "" && url.password === "" && url.hash === ""

const integerText = Schema.String.check(Schema.isPattern(/^(?:0|[1-9]\d{0,14})$/))

/** An integer in decimal digits, without sign or exponent. */
export const integer = (minimum: number, maximum: number): Rule<number> => ({
  schema: integerText.pipe(
    Schema.decodeTo(Schema.Int.check(Schema.isBetween({ minimum, maximum })), SchemaTransformation.numberFromString)
  ),
  expected: `an integer from ${minimum} to ${maximum}`
})

export const boolean: Rule<boolean> = {
  schema: Schema.Literals(["true", "false", "1", "0"]).pipe(
    Schema.decodeTo(
      Schema.Boolean,
      SchemaTransformation.transform({
        decode: (text) => text === "true" || text === "1",
        encode: (value) => (value ? "true" : "false")
      })
    )
  ),
  expected: "true, false, 1 or 0"
}

export const oneOf = <T extends string>(schema: Schema.Literals<ReadonlyArray<T>>): Rule<T> => ({
  schema,
  expected: `one of ${schema.literals.join(", ")}`
})

const levelByName = (text: string) => LogLevel.values.find((level) => level.toLowerCase() === text.toLowerCase())

/** A log level by name, in any case. */
export const logLevel: Rule<LogLevel.LogLevel> = {
  schema: filtered((text) => levelByName(text) !== undefined).pipe(
    Schema.decodeTo(
      Schema.Literals(LogLevel.values),
      SchemaTransformation.transform({ decode: (text) => levelByName(text) ?? "Info", encode: (level) => level })
    )
  ),
  expected: `one of ${LogLevel.values.join(", ")}`
}

/** A cron expression of five or six fields. */
export const cron: Rule<string> = {
  schema: filtered((value) => Result.isSuccess(Cron.parse(value, "UTC"))),
  expected: "a cron expression"
}

/** Text that is only compared. */
export const anyText: Rule<string> = { schema: Schema.String, expected: "any text" }

/** Text that is sent or compared verbatim. */
export const text: Rule<string> = {
  schema: filtered((value) => /^[^\p{Cc}\s](?:[^\p{Cc}]{0,2046}[^\p{Cc}\s])?$/u.test(value)),
  expected: "1 to 2048 characters, without control characters or blanks around them"
}

/** TLS itself would take a file without certificates for one that trusts nobody. */
const holdsCertificates = (file: string) => {
  try {
    return new X509Certificate(readFileSync(file, "utf8")).raw.length > 0
  } catch {
    return false
  }
}

/** The path of a file with certificates in PEM, of which the first is read. */
export const certificates: Rule<string> = {
  schema: filtered(holdsCertificates),
  expected: "a readable file with certificates in PEM"
}

const isHost = (value: string) => isIP(value) !== 0 || /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/i.test(value)

/** A host name, an IPv4 address or an IPv6 address. */
export const host: Rule<string> = { schema: filtered(isHost), expected: "a host name or an IP address" }

/** Kept byte for byte, because an issuer is compared without normalisation (INT-020). */
export const url: Rule<string> = {
  schema: filtered((value) => value === value.trim() && parses(value, ["https:", "http:"], isPlain)),
  expected: "an http or https URL without credentials or fragment"
}

/** A base URL to which paths are appended, without query; trailing slashes are removed. */
export const baseUrl: Rule<string> = {
  schema: filtered((value) => parses(value, ["https:", "http:"], (at) => isPlain(at) && at.search === "")).pipe(
    Schema.decodeTo(
      Schema.String,
      SchemaTransformation.transform({ decode: (value) => value.trim().replace(/\/+$/, ""), encode: (value) => value })
    )
  ),
  expected: "an http or https URL without credentials, query or fragment"
}

const atLeast = (length: number) => filtered((value) => value.length >= length)

const splitByCommas = SchemaTransformation.transform({
  decode: (value: string): ReadonlyArray<string> => value.split(",").map((entry) => entry.trim()),
  encode: (entries: ReadonlyArray<string>) => entries.join(",")
})

export const secret = (minimumLength: number): Rule<string> => ({
  schema: atLeast(minimumLength),
  expected: minimumLength === 1 ? "not empty" : `at least ${minimumLength} characters long`
})

/** A secret that can be an element of a comma-separated list. */
export const listedSecret = (minimumLength: number): Rule<string> => ({
  schema: filtered((value) => value.length >= minimumLength && !value.includes(",") && value.trim() === value),
  expected: `at least ${minimumLength} characters long, without commas and without blanks around them`
})

/** Secrets, separated by commas. */
export const secrets = (minimumLength: number): Rule<ReadonlyArray<string>> => ({
  schema: Schema.String.pipe(Schema.decodeTo(Schema.Array(atLeast(minimumLength)), splitByCommas)),
  expected: `secrets of at least ${minimumLength} characters, separated by commas`
})

export const postgresUrl: Rule<string> = {
  schema: filtered((value) => parses(value, ["postgres:", "postgresql:"], () => true)),
  expected: "a postgres:// or postgresql:// URL"
}

export const redisUrl: Rule<string> = {
  schema: filtered((value) => parses(value, ["redis:", "rediss:"], (url) => url.hostname !== "")),
  expected: "a redis:// or rediss:// URL"
}

export const smtpUrl: Rule<string> = {
  schema: filtered((value) =>
    parses(
      value,
      ["smtp:", "smtps:"],
      ({ hash, hostname, pathname, search }) =>
        hostname !== "" && (pathname === "" || pathname === "/") && search === "" && hash === ""
    )
  ),
  expected: "a smtp:// or smtps:// URL without path or query"
}

/** The sender of a mail: an address, or a name with the address in angle brackets. */
export const mailSender: Rule<string> = {
  schema: filtered((value) =>
    /^(?:[^\p{Cc}\s<>@]+@[^\p{Cc}\s<>@]+|[^\p{Cc}<>@]{1,200} <[^\p{Cc}\s<>@]+@[^\p{Cc}\s<>@]+>)$/u.test(value)
  ),
  expected: "an e-mail address, or a name with the address in angle brackets"
}

const isAddressOrRange = (value: string) => {
  const [address = "", bits, ...rest] = value.split("/")
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^(?:0|[1-9]\d{0,2})$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

const listed = (fits: (entry: string) => boolean) =>
  Schema.String.pipe(Schema.decodeTo(Schema.Array(filtered(fits)), splitByCommas))

/** Addresses and CIDR ranges, separated by commas. */
export const addresses: Rule<ReadonlyArray<string>> = {
  schema: listed(isAddressOrRange),
  expected: "IP addresses or CIDR ranges separated by commas"
}

/** Hosts, separated by commas. */
export const hosts: Rule<ReadonlyArray<string>> = {
  schema: listed(isHost),
  expected: "host names or IP addresses separated by commas"
}

/** A host with a port, an IPv6 address in brackets. */
const parseHostPort = (value: string, otherwise?: number) => {
  const [, bracketed, plain, port = otherwise] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(value) ?? []
  const name = bracketed ?? plain
  const number = Number(port)
  if (name === undefined || !isHost(name) || (bracketed !== undefined && isIP(name) !== 6)) return undefined
  return port !== undefined && number > 0 && number < 65_536 ? { host: name, port: number } : undefined
}

/** A host and a port. */
export const hostPort: Rule<{ readonly host: string; readonly port: number }> = {
  schema: filtered((value) => parseHostPort(value) !== undefined).pipe(
    Schema.decodeTo(
      Schema.Struct({ host: Schema.String, port: Schema.Int }),
      SchemaTransformation.transform({
        decode: (value) => parseHostPort(value) ?? { host: value, port: 0 },
        encode: ({ host: name, port }) => (name.includes(":") ? `[${name}]:${port}` : `${name}:${port}`)
      })
    )
  ),
  expected: "a host and a port, as in edge.internal:443"
}

/** IP addresses of name servers, with a port where it is not 53, separated by commas. */
export const nameServers: Rule<ReadonlyArray<string>> = {
  schema: listed((entry) => isIP(entry) !== 0 || isIP(parseHostPort(entry, 53)?.host ?? "") !== 0),
  expected: "IP addresses, with a port where it is not 53, separated by commas"
}

import { Predicate } from "effect"
import { documentedBody } from "./orNoBody.ts"
import { integerSchema } from "./queryParameters.ts"

type Json = Record<string, unknown>

const record = (value: unknown): Json => (Predicate.isObject(value) ? { ...value } : {})
const list = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

const header = (description: string, type: "string" | "integer", example: string | number): Json => ({
  description,
  schema: { type },
  example
})

const requestIdHeader: Json = {
  "X-Request-ID": header("The request's id: the caller's own when it was valid, else a new UUID", "string", "it-42")
}

/** RateLimit fields after draft-ietf-httpapi-ratelimit-headers; the X- ones speak of the policy that is nearest to its limit. */
const rateLimitHeaders: Json = {
  "X-RateLimit-Limit": header("Requests that the window allows", "integer", 600),
  "X-RateLimit-Remaining": header("Requests left in the window", "integer", 599),
  "X-RateLimit-Reset": header("End of the window, epoch seconds", "integer", 1893456000),
  "RateLimit-Policy": header("Every policy that applied: q requests in w seconds", "string", '"hub-key";q=600;w=60'),
  RateLimit: header("What is left of each policy: r requests, t seconds from now", "string", '"hub-key";r=599;t=60')
}

const extraHeaders: Readonly<Record<string, Json>> = {
  "401": { "WWW-Authenticate": header("How to authenticate", "string", "Bearer") },
  "429": { "Retry-After": header("Whole seconds to wait", "integer", 17) }
}

/** Responses may gain fields; a schema that forbids them would make every addition a breaking change (GEN-008). */
const open = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(open)
  if (!Predicate.isObject(schema)) return schema
  const { additionalProperties, ...rest } = record(schema)
  const opened = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, open(value)]))
  return additionalProperties === undefined || additionalProperties === false
    ? opened
    : { ...opened, additionalProperties: open(additionalProperties) }
}

const reference = (value: unknown): string | undefined => {
  const target = record(value)["$ref"]
  return typeof target === "string" ? target.split("/").at(-1) : undefined
}

/** The failure components a response refers to: one for each code. */
const failureNames = (schema: unknown): ReadonlyArray<string> =>
  [schema, ...list(record(schema)["anyOf"])].map(reference).filter((name) => name !== undefined)

const codeOf = (component: unknown): string | undefined => {
  const code = list(record(record(record(component)["properties"])["code"])["enum"])[0]
  return typeof code === "string" ? code : undefined
}

/** The shape that failures of one envelope share: `Problem` of the component `Problem_not_found`. */
const shapeName = (component: string): string => component.split("_")[0] ?? component

/** A failure component without the constants that tell it from the others of its shape. */
const shapeOf = (component: unknown): Json => {
  const { description: _, properties, ...rest } = record(open(component))
  const general = Object.entries(record(properties)).map(([name, schema]) => {
    const { enum: constants, ...plain } = record(schema)
    return [name, constants === undefined || name === "in" ? schema : plain]
  })
  return { ...rest, properties: Object.fromEntries(general) }
}

/** The description of a parameter is its own, wherever in its schema the generator left it. */
const parameterOf = (parameter: unknown): unknown => {
  const { schema, ...rest } = record(parameter)
  const { allOf, description: own, ...plain } = record(schema)
  const parts = list(allOf).map(record)
  const description = own ?? parts.find((part) => part["description"] !== undefined)?.["description"]
  const others = parts.map(({ description: _, ...part }) => part).filter((part) => Object.keys(part).length > 0)
  return {
    ...rest,
    ...(description === undefined ? {} : { description }),
    schema: integerSchema(plain["format"]) ?? open(others.length === 0 ? plain : { ...plain, allOf: others })
  }
}

/** How a surface's callers authenticate, for its document. */
export interface DocumentFacts {
  /** What every path starts with; documents name paths relative to it. */
  readonly basePath: string
  readonly description: string
  readonly security: Readonly<Record<string, Json>>
  readonly examples: Readonly<Record<string, unknown>>
}

/** The components that request bodies are made of: what they do not name is refused, so they stay closed. */
const requestComponents = (paths: unknown, components: Json): ReadonlySet<string> => {
  const names = new Set<string>()
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit)
    const name = reference(value)
    if (name !== undefined && !names.has(name)) {
      names.add(name)
      visit(components[name])
    }
    Object.values(record(value)).forEach(visit)
  }
  for (const operation of Object.values(record(paths)).flatMap((item) => Object.values(record(item)))) {
    visit(record(operation)["requestBody"])
  }
  return names
}

/**
 * Finishes a generated OpenAPI document, as the `OpenApi.Transform` of an API: failures of one status share one schema
 * that names their codes, responses carry their headers, every operation its credential (GEN-008, HUB-008, PUB-019).
 */
export const documented =
  (facts: DocumentFacts) =>
  (generated: Json): Json => {
    const components = record(record(generated["components"])["schemas"])
    const isFailure = (name: string) => codeOf(components[name]) !== undefined
    const isSent = requestComponents(generated["paths"], components)

    const responseOf = (status: string, response: unknown): Json => {
      const { content, ...rest } = record(response)
      const failures = new Set<string>()
      const contents = Object.entries(record(content)).map(([contentType, body]) => {
        const schema = record(body)["schema"]
        const names = failureNames(schema).filter(isFailure)
        if (names.length === 0) return [contentType, { ...record(body), schema: open(schema) }]
        const codes = names.map((name) => codeOf(components[name])).filter((code) => code !== undefined)
        for (const code of codes) failures.add(code)
        return [
          contentType,
          {
            schema: {
              allOf: [{ $ref: `#/components/schemas/${shapeName(names[0] ?? "")}` }],
              properties: { code: { enum: [...new Set(codes)] } }
            }
          }
        ]
      })
      return {
        ...rest,
        description: failures.size === 0 ? record(response)["description"] : [...failures].join(", "),
        headers: {
          ...requestIdHeader,
          ...(status === "401" ? {} : rateLimitHeaders),
          ...extraHeaders[status],
          ...record(record(response)["headers"])
        },
        ...(contents.length === 0 ? {} : { content: Object.fromEntries(contents) })
      }
    }

    const operationOf = (operation: unknown): Json => {
      const { parameters, requestBody, responses, ...rest } = record(operation)
      const id = String(rest["operationId"])
      const example = facts.examples[id]
      const answers = Object.entries(record(responses)).map(([status, response]) => {
        const answer = responseOf(status, response)
        if (!status.startsWith("2") || example === undefined) return [status, answer]
        const content = Object.entries(record(answer["content"])).map(([type, body]) => [
          type,
          { ...record(body), example }
        ])
        return [status, { ...answer, content: Object.fromEntries(content) }]
      })
      const permissions = list(rest["x-required-permissions"]).map((permission) => `\`${String(permission)}\``)
      return {
        ...rest,
        ...(permissions.length === 0
          ? {}
          : { description: `${String(rest["description"] ?? "")}\n\nNeeds ${permissions.join(" and ")}.`.trim() }),
        parameters: [
          ...list(parameters).map(parameterOf),
          { name: "X-Request-ID", in: "header", required: false, schema: { type: "string", maxLength: 128 } }
        ],
        ...(Predicate.isObject(requestBody) ? { requestBody: documentedBody(requestBody) } : {}),
        security: Object.keys(facts.security).map((name) => ({ [name]: [] })),
        responses: Object.fromEntries(answers)
      }
    }

    const schemas = Object.fromEntries(
      Object.entries(components).map(([name, schema]) =>
        isFailure(name) ? [shapeName(name), shapeOf(schema)] : [name, isSent.has(name) ? schema : open(schema)]
      )
    )

    return {
      ...generated,
      info: { ...record(generated["info"]), description: facts.description },
      servers: [{ url: facts.basePath }],
      paths: Object.fromEntries(
        Object.entries(record(generated["paths"])).map(([path, item]) => [
          path.startsWith(facts.basePath) ? path.slice(facts.basePath.length) : path,
          Object.fromEntries(
            Object.entries(record(item)).map(([method, operation]) => [method, operationOf(operation)])
          )
        ])
      ),
      components: { ...record(generated["components"]), schemas, securitySchemes: facts.security }
    }
  }

const mergedRecords = (parts: ReadonlyArray<unknown>): Json => Object.assign({}, ...parts.map(record))

/** As `documented`, for a document whose operations are of several surfaces: each path prefix has facts of its own. */
export const documentedByPath =
  (factsOf: Readonly<Record<string, DocumentFacts>>) =>
  (generated: Json): Json => {
    const parts = Object.entries(factsOf).map(([prefix, facts]) => {
      const paths = Object.entries(record(generated["paths"])).filter(([path]) => path.startsWith(`${prefix}/`))
      return documented(facts)({ ...generated, paths: Object.fromEntries(paths) })
    })
    const components = parts.map((part) => record(part["components"]))
    return {
      ...generated,
      ...parts[0],
      info: {
        ...record(generated["info"]),
        description: Object.values(factsOf)
          .map(({ description }) => description)
          .join("\n\n")
      },
      paths: mergedRecords(parts.map((part) => part["paths"])),
      components: {
        ...mergedRecords(components),
        schemas: mergedRecords(components.map(({ schemas }) => schemas)),
        securitySchemes: mergedRecords(components.map(({ securitySchemes }) => securitySchemes))
      }
    }
  }

import type { OpenApi } from "effect/http-api"

interface Reference {
  readonly $ref: string
}

/**
 * Extracts repeated `parts` as named components of one kind, with a function that replaces a part by its reference. If
 * parts with the same name differ, the most frequent becomes the component and the others stay inline.
 */
const repeated = <A extends object>(
  kind: string,
  parts: ReadonlyArray<readonly [name: string | undefined, part: A]>
) => {
  const counts = new Map<string, { readonly name: string; readonly part: A; readonly count: number }>()
  for (const [name, part] of parts) {
    if (name === undefined) continue
    const key = JSON.stringify([name, part])
    counts.set(key, { name, part, count: (counts.get(key)?.count ?? 0) + 1 })
  }
  const components = new Map<string, A>()
  const keys = new Set<string>()
  for (const [key, { count, name, part }] of [...counts].toSorted(([, a], [, b]) => b.count - a.count)) {
    if (count === 1 || components.has(name)) continue
    components.set(name, part)
    keys.add(key)
  }
  return {
    components: Object.fromEntries(components),
    refer: (name: string | undefined, part: A): A | Reference =>
      keys.has(JSON.stringify([name, part])) ? { $ref: `#/components/${kind}/${name}` } : part
  }
}

const mapValues = <A, B>(record: Readonly<Record<string, A>>, change: (value: A, name: string) => B) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]))

/** The component name of an error response, from its codes: `NotFound`, `SoldOutOrPriceChanged`. */
const responseName = (status: string, { description }: { readonly description: string }): string | undefined =>
  Number(status) < 400
    ? undefined
    : description
        .split(", ")
        .map((code) => code.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase()))
        .join("Or")

/** The parameter's name if it is a valid component name. */
const parameterName = ({ name }: OpenApi.OpenAPISpecParameter): string | undefined =>
  /^[\w.-]+$/.test(name) ? name : undefined

/** Moves parameters, headers and error responses that several operations repeat to `components`. */
export const sharedParts = (document: OpenApi.OpenAPISpec) => {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods).filter(isOperation))
  const responsesOf = ({ responses }: OpenApi.OpenAPISpecOperation) => Object.entries(responses)
  const headers = repeated(
    "headers",
    operations.flatMap(responsesOf).flatMap(([, response]) => Object.entries(response.headers ?? {}))
  )
  const withHeaders = ({ headers: own, ...response }: OpenApi.OpenApiSpecResponse) => ({
    ...response,
    ...(own === undefined ? undefined : { headers: mapValues(own, (header, name) => headers.refer(name, header)) })
  })
  const responses = repeated(
    "responses",
    operations.flatMap(responsesOf).map(([status, response]) => [responseName(status, response), withHeaders(response)])
  )
  const parameters = repeated(
    "parameters",
    operations.flatMap((operation) => operation.parameters.map((parameter) => [parameterName(parameter), parameter]))
  )
  return {
    ...document,
    paths: mapValues(document.paths, (methods) =>
      mapValues({ ...methods }, (operation) =>
        isOperation(operation)
          ? {
              ...operation,
              parameters: operation.parameters.map((parameter) =>
                parameters.refer(parameterName(parameter), parameter)
              ),
              responses: mapValues({ ...operation.responses }, (response, status) =>
                responses.refer(responseName(status, response), withHeaders(response))
              )
            }
          : operation
      )
    ),
    components: {
      ...document.components,
      parameters: parameters.components,
      headers: headers.components,
      responses: responses.components
    }
  }
}

const isOperation = (part: object): part is OpenApi.OpenAPISpecOperation => "operationId" in part

#!/usr/bin/env bash
# Packs the package, installs the tarball in an empty project, and runs the binary there: on each version of Node that
# it supports, and on an old one, which must exit with a message. Needs the npm registry.
set -Eeuo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

work=$(mktemp -d)
hub=""
cleanup() {
  local status=$?
  [ -n "$hub" ] && kill -KILL "$hub" 2>/dev/null
  rm -rf "$work"
  exit "$status"
}
trap cleanup EXIT
trap 'printf "scripts/tryPackage.sh: line %s failed: %s\n" "$LINENO" "$BASH_COMMAND" >&2' ERR
trap 'exit 130' INT
trap 'exit 143' TERM

fail() {
  printf 'scripts/tryPackage.sh: %s\n' "$*" >&2
  exit 1
}

# within SECONDS COMMAND...: repeats the command until it succeeds.
within() {
  local deadline=$((SECONDS + $1))
  shift
  until "$@"; do
    [ "$SECONDS" -lt "$deadline" ] || return 1
    sleep 0.2
  done
}

answers() {
  kill -0 "$hub" 2>/dev/null || fail "the service ended: $(cat "$work/hub.log")"
  curl --silent --fail --output /dev/null --max-time 5 "$1"
}

npm pack --silent --pack-destination "$work" >"$work/pack.log"
tarball=$(echo "$work"/*.tgz)
tar -tzf "$tarball" | sort >"$work/files"
for file in package/dist/hub.js package/dist/program.js package/dist/program.js.map package/dist/startHub.d.ts package/README.md; do
  grep -qx "$file" "$work/files" || fail "$file is not in the package"
done
grep -E '^package/(src|test|bench|scripts|node_modules)/' "$work/files" && fail "the package holds more than dist and documents"

mkdir "$work/project"
(cd "$work/project" && npm init --yes >/dev/null && npm install --no-audit --no-fund --loglevel error "$tarball")

# The example of docs/testing.md, under strict types.
sed -n '/^```ts$/,/^```$/{/^```/d;p}' docs/testing.md >"$work/project/example.test.mts"
npx tsc --ignoreConfig --noEmit --strict --target esnext --module nodenext --types node --typeRoots "$PWD/node_modules/@types" \
  "$work/project/example.test.mts"
echo "the example of docs/testing.md has its types"

# node_of VERSION: the directory of that Node's binary.
node_of() {
  mkdir "$work/node-$1"
  echo '{ "private": true, "allowScripts": { "node": true } }' >"$work/node-$1/package.json"
  (cd "$work/node-$1" && npm install --no-audit --no-fund --loglevel error "node@$1") >&2
  echo "$work/node-$1/node_modules/node/bin"
}

for version in 22.19.0 24; do
  bin=$(node_of "$version")
  (
    cd "$work/project"
    export PATH="$bin:$PATH"
    npx hub --help >"$work/help"
    grep -q SUBCOMMANDS "$work/help"
    [ -n "$(ls node_modules/hospitality-hub/dist/cache)" ] || fail "Node kept nothing of what it compiled"
    [ "$(npx hub --version)" = "hub v$(node -p 'require("hospitality-hub/package.json").version')" ]
  )
  (cd "$work/project" && PATH="$bin:$PATH" node --disable-warning=ExperimentalWarning --experimental-strip-types --test example.test.mts) >"$work/example.log" 2>&1 ||
    fail "the example of docs/testing.md on Node $version: $(cat "$work/example.log")"
  port=$(node -e 'const s = net.createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close() })')
  (cd "$work/project" && PATH="$bin:$PATH" PORT=$port HUB_DATA_DIR="$work/data-$version" exec node node_modules/.bin/hub serve --demo) >"$work/hub.log" 2>&1 &
  hub=$!
  within 120 answers "http://127.0.0.1:$port/readyz" || fail "not ready on Node $version: $(cat "$work/hub.log")"
  grep -q "100 % of .* rows" "$work/hub.log" || fail "the demo data was not loaded: $(cat "$work/hub.log")"
  for page in api/external/v1/docs v1/partner/openapi.json v1/public/docs; do
    curl --silent --show-error --fail --output /dev/null "http://127.0.0.1:$port/$page"
  done
  grep -q Warning "$work/hub.log" && fail "Node $version warns: $(cat "$work/hub.log")"
  kill -TERM "$hub"
  wait "$hub" || fail "the service on Node $version did not end well: $(cat "$work/hub.log")"
  hub=""
  echo "installed and served on $("$bin/node" --version)"
done

old=$(node_of 20)
for entry in "$work/project/node_modules/.bin/hub" "$PWD/src/hub.js"; do
  PATH="$old:$PATH" node "$entry" serve >"$work/old.log" 2>&1 && fail "$entry ran on Node 20"
  [ "$(wc -l <"$work/old.log")" = 2 ] && grep -q "^Hub needs Node 22.19 or newer; this is Node 20" "$work/old.log" ||
    fail "$entry on Node 20: $(cat "$work/old.log")"
done
PATH="$old:$PATH" node scripts/prepare.js
echo "refused on $("$old/node" --version) with a message"

# Sourced by every finding: it makes a package in a temporary folder, runs it and compares the
# lines that begin with "seen: ". Leaves with 1 if they aren't those that are expected.
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
mkdir "$here/Sources" "$here/Tests"
cd "$here"
dependencies='' products='' out=$here/out

# toolchain VERSION: leaves unless this is that version of Swift, on Linux.
toolchain() {
  swift --version 2>/dev/null | grep -q "^Swift version $1 .*" && [ "$(uname)" = Linux ] && return
  echo "This finding is about Swift $1 on Linux." && exit 1
}

# package OWNER/NAME VERSION [PRODUCT...]: without a product, it only pins what another one needs.
package() {
  local name=$1 version=$2 product
  shift 2
  dependencies+="    .package(url: \"https://github.com/$name\", exact: \"$version\"),"$'\n'
  for product; do products+=".product(name: \"$product\", package: \"${name#*/}\"), "; done
}

# manifest TARGET: writes Package.swift.
manifest() {
  cat >Package.swift <<END
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Finding",
  dependencies: [
$dependencies  ],
  targets: [.$1(name: "Finding", dependencies: [$products], path: "$2")]
)
END
}

# program [OPTION...]: runs what is on standard input, built with these options, as a main.swift or
# as the file that $source names.
program() {
  manifest executableTarget Sources
  cat >"Sources/${source:-main.swift}"
  swift build "$@" >build 2>&1 || { cat build && exit 1; }
  # Its task isn't told where this script's input ends.
  swift run --skip-build "$@" Finding >"$out" 2>&1 </dev/null || echo "seen: exit $?" >>"$out"
}

# tests OPTION...: runs what is on standard input as tests, and says whether the run was green.
tests() {
  manifest testTarget Tests
  cat >Tests/Tests.swift
  swift build --build-tests >build 2>&1 || { cat build && exit 1; }
  again "$@"
}

# again OPTION...: runs the same tests with these options.
again() {
  local color=green
  swift test --skip-build "$@" >>"$out" 2>&1 || color=red
  echo "seen: $color" >>"$out"
}

# expect: compares what was seen with standard input.
expect() {
  sed -n 's/^seen: //p' "$out" >seen
  if diff - seen; then echo "As written: $(basename "$0")"; else cat "$out" && exit 1; fi
}

# Sourced after shell.sh: programs that npm installs. Nothing here installs them: AGENTCLI_NPM names
# the directory that `scripts/npm.sh small` prints, and AGENTCLI_NPM_LARGE that of the large list.
from_npm() { # PROGRAM…
  [ -n "${AGENTCLI_NPM:-}" ] || skip 'AGENTCLI_NPM names no directory in which npm has installed'
  PATH=$AGENTCLI_NPM/node_modules/.bin${AGENTCLI_NPM_LARGE:+:$AGENTCLI_NPM_LARGE/node_modules/.bin}:$PATH
  needs node "$@"
  local version
  version=$(node --version)
  version=${version#v}
  [ "${version%%.*}" -ge 22 ] || skip "node is $version, and 22 is needed"
}

# What was not closed by those that a test has started is ended with it.
quietly() { timeout -k 5 "$@" < /dev/null; } # SECONDS COMMAND…

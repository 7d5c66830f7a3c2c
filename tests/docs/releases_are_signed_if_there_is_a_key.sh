# The job of the release workflow that publishes, with a gh that records its arguments, signs the
# sums with a key, and without one writes into the notes that they are not signed.
. "$(dirname "$0")/../shell.sh"
needs python3 gpg
python3 -c 'import yaml' 2> /dev/null || skip 'there is no python3-yaml'
cd "$dir"
python3 - "$source/.github/workflows/release.yml" > publish << 'END'
import sys, yaml
steps = yaml.safe_load(open(sys.argv[1]))["jobs"]["publish"]["steps"]
print([step["run"] for step in steps if "run" in step][0])
END
mkdir fakes home
printf '#!/bin/sh\nprintf "%%s\\n" "$@" > "$ARGUMENTS"\n' > fakes/gh
chmod +x fakes/gh
publish() { # KEY
  rm -rf packages
  mkdir packages
  echo a package > packages/agentcli.deb
  (cd packages && sha256sum -- * > SHA256SUMS)
  RELEASE_KEY=$1 ARGUMENTS=$dir/arguments GITHUB_REF_NAME=v1 GITHUB_REPOSITORY=owner/name \
    GNUPGHOME=$dir/home PATH=$dir/fakes:$PATH bash -e -o pipefail publish > out 2> err \
    || fail 'it is not published'
}
chmod 700 home
publish ''
grep -q '^SHA256SUMS is not signed' arguments || fail 'the notes do not say that it is not signed'
[ "$(tail -n 2 arguments | tr '\n' ' ')" = 'SHA256SUMS agentcli.deb ' ] || fail 'other files'

mkdir -m 700 keys
key() { GNUPGHOME=$dir/keys gpg --batch --quiet --pinentry-mode loopback --passphrase '' "$@"; }
at_end 'for home in keys home; do GNUPGHOME=$dir/$home gpgconf --kill gpg-agent; done'
key --quick-generate-key 'Releases of a test' ed25519 sign never 2> err || fail 'gpg makes no key'
publish "$(key --armor --export-secret-keys)"
grep -q '^SHA256SUMS.asc is the signature of SHA256SUMS' arguments || fail 'the notes'
grep -qx SHA256SUMS.asc arguments || fail 'the signature is not published'
key --verify packages/SHA256SUMS.asc packages/SHA256SUMS 2> err || fail 'the signature is wrong'

# What is published is complete: a wrong sum ends it.
sed -i 's/echo a package/:/' publish
sed -i 's/^cd packages$/&; echo other > agentcli.deb/' publish
(publish '') > /dev/null 2>&1 && fail 'packages with a wrong sum are published'
exit 0

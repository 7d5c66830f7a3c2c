"""How many secrets `agentcli redact` finds: of gitleaks' own samples, of its shapes of tokens, and in their usual places."""
import glob
import os
import random
import re
import subprocess
import sys
import tomllib

import go_samples

# The rules that are about a place, not about the shape of a token.
PLACES = {'curl-auth-header', 'curl-auth-user', 'nuget-config-password', 'freemius-secret-key', 'kubernetes-secret-yaml',
          'gitlab-session-cookie', 'sidekiq-sensitive-url', 'microsoft-teams-webhook', 'slack-webhook-url', 'private-key'}
NAMED = r'[\w.-]{0,50}?'  # what the rules begin with that want a provider's name before the secret
KINDS = {'any': ['Vexed7rook!mill', 'q7Zr2Xw9Lk4Bv8Nc3Md5tY6p'], 'key': ['q7Zr2Xw9Lk4Bv8Nc3Md5tY6p', '5f0c9be1a47d23860fe92bc4d71a35e8c6409b7d'],
         'base64': ['ZGVwbG95OnE3WnIyWHc5TGs0', 'yL3vQ0xk8hJ2m+Zt6Rw1pGf9s4Bd7Nc5eUaVoXiKqS8=']}
BREAK = '\n=-=-=\n'


def redacted(program, texts):
    """All of them, by one run."""
    answer = subprocess.run([program, 'redact'], input=BREAK.join(texts).encode('utf-8', 'surrogateescape'), capture_output=True,
                            env={}, check=True).stdout.decode('utf-8', 'surrogateescape').split(BREAK)
    return answer if len(answer) == len(texts) else [redacted_alone(program, text) for text in texts]


def redacted_alone(program, text):
    return subprocess.run([program, 'redact'], input=text.encode(), capture_output=True, env={}, check=True).stdout.decode()


def is_hidden(secret, text, output):
    """Is more than half of the secret replaced, wherever it stands?"""
    hidden, at = bytearray(len(text)), 0
    for piece in output.split('[redacted]')[1:]:
        before = output.split('[redacted]', 1)[0]
        output = output[len(before) + len('[redacted]'):]
        at = text.index(before, at) + len(before)
        after = text.index(piece, at) if piece else len(text)
        hidden[at:after] = b'\1' * (after - at)
        at = after
    first = text.find(secret)
    return first >= 0 and 2 * sum(hidden[first:first + len(secret)]) > len(secret)


def secret_in(text, pattern):
    match = pattern and re.search(pattern, text)
    return match and next((group for group in match.groups() if group), match[0])


def report(title, found, missed):
    total = found + len(missed)
    print(f'{title}: {found} of {total} found, {100 * found / total:.1f} %')
    for name in missed if os.environ.get('VERBOSE') else []:
        print('  missed:', name)


def count(program, cases):
    """Cases of a name, a text and the secret in it."""
    outputs = redacted(program, [text for _, text, _ in cases])
    return [name for (name, text, secret), output in zip(cases, outputs) if not is_hidden(secret, text, output)]


def samples(root, patterns):
    made = root + '/cmd/generate/config/'
    with open(made + 'utils/generate.go') as file:
        formats = go_samples.formats_of(file.read())
    for path in sorted(glob.glob(made + 'rules/*.go')):
        with open(path) as file:
            rules = list(go_samples.samples(file.read(), formats, 'seed'))
        for name, texts in rules:
            for text in texts or []:
                secret = secret_in(text, patterns.get(name))
                if secret:
                    yield name + ': ' + text[:160].replace('\n', '⏎'), text, secret


def shapes(patterns):
    for name, pattern in patterns.items():
        if NAMED in pattern or name in PLACES:
            continue
        chance = random.Random('seed' + name)
        made = [secret_in(go_samples.generated(pattern, chance), pattern) for _ in range(99)]
        yield name, [token for token in made if token][:9] # a word may have to end where it does not


def places():
    with open(os.path.join(os.path.dirname(__file__), 'secret_places.txt'), encoding='utf-8') as file:
        for line in file:
            kind, _, text = line.rstrip('\n').partition(' ')
            for value in KINDS.get(kind, []):
                place = text.strip().replace('⏎', '\n')
                yield text.strip(), place.replace('«»', value), value


def main():
    program, root = sys.argv[1] + '/agentcli', sys.argv[2]
    with open(root + '/config/gitleaks.toml', 'rb') as file:
        rules = tomllib.load(file)['rules']
    patterns = {rule['id']: go_samples.in_python(rule['regex']) for rule in rules if 'regex' in rule}
    cases = list(samples(root, patterns))
    missed_samples = count(program, cases)
    report('samples', len(cases) - len(missed_samples), missed_samples)
    tokens = [(name, 'it was ' + token + ' then', token) for name, made in shapes(patterns) for token in made]
    missed = count(program, tokens)
    names = {name for name, _, _ in tokens}
    missed_shapes = sorted(name for name in names if missed.count(name) > 4)
    report('shapes of tokens', len(names) - len(missed_shapes), missed_shapes)
    at_places = list(places())
    missed_places = count(program, at_places)
    report('in their usual places', len(at_places) - len(missed_places), missed_places)
    is_enough = len(missed_samples) <= 0.1 * len(cases) and len(missed_shapes) <= 10 and len(missed_places) <= 20
    sys.exit(0 if is_enough else 1)


main()

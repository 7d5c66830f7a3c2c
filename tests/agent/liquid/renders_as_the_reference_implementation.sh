# Random templates give the same text as with Debian's ruby-liquid, or an error with both, but for
# these differences, each on purpose:
# - an object with members written as text, and a decimal number divided by zero, are errors;
# - `map`, `where` and their kin refuse an integer that is asked for a member (golden-liquid does);
# - an integer has no size, and nothing is -0.0;
# - a range has elements for `slice`, and a bound may be a decimal number;
# - `sort` and `sort_natural` keep the order of what is equal.
# TEMPLATES_AT_RANDOM says how many templates; SEED_AT_RANDOM which.
. "$(dirname "$0")/../../shell.sh"
needs python3 ruby
ruby -e 'require "liquid"' 2> "$dir/no_liquid" || skip "there is no ruby-liquid"
cat > "$dir/reference.rb" <<'END'
require "json"
require "liquid"

STDIN.each_line do |line|
  test = JSON.parse(line)
  answer = begin
    source = Liquid::Template.parse(test["template"], error_mode: :strict)
    text = source.render!(test["data"], strict_filters: true)
    { "out" => text.dup.force_encoding("UTF-8").scrub }
  rescue StandardError => error
    { "error" => error.message }
  end
  puts answer.to_json
end
END
cat > "$dir/compare.py" <<'END'
import json
import re
import sys

MORE_ERRORS = ("an object cannot", "division by zero", "has no property", "not an integer")
FEWER_ERRORS = ("invalid integer", "cannot select the property")
same = listed = 0
for test, ours, theirs in zip(*map(open, sys.argv[1:])):
    ours, theirs = json.loads(ours), json.loads(theirs)
    template = json.loads(test)["template"]
    if "error" in ours and "error" in theirs or ours.get("out") == theirs.get("out"):
        same += 1
    elif ours.get("error", "").startswith(MORE_ERRORS) or any(
            words in ours.get("error", "") for words in MORE_ERRORS[2:]):
        listed += 1
    elif "out" in ours and any(words in theirs.get("error", "") for words in FEWER_ERRORS):
        listed += 1
    elif "out" in ours and "out" in theirs and (
            "-0.0" in theirs["out"] or re.search(r"sort|\.\.|times|divided_by", template)):
        listed += 1
    else:
        sys.exit(f"{test}ours: {ours}\ntheirs: {theirs}")
print(same, "the same,", listed, "listed")
assert same > 5 * listed
END
cd "$dir"
python3 "$source/tests/agent/liquid/random_templates.py" "${SEED_AT_RANDOM:-1}" \
  "${TEMPLATES_AT_RANDOM:-2000}" > templates
"$bin/liquid_lines" < templates > ours
ruby reference.rb < templates > theirs
python3 compare.py templates ours theirs > out 2> err || fail "a difference that is not listed"
cat out

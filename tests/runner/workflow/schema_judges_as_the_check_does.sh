# The JSON Schema that agentcli prints judges files as agentcli does, by another validator:
# hundreds of files with one value in one field.
. "$(dirname "$0")/../../shell.sh"
python3 -c 'import jsonschema; jsonschema.Draft202012Validator' 2> /dev/null ||
  skip 'there is no python3-jsonschema'
cd "$dir"
"$bin/agentcli" workflow schema > schema.json
mkdir files
python3 "$source/tests/runner/workflow/schema_judges_as_the_check_does.py" schema.json files \
  "$bin/agentcli" > out || fail 'the schema judges otherwise'

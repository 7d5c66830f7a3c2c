// A file of YAML is read, twice the same, or refused at a place of it; it has no more values than a
// file may have, and what it is as JSON is YAML again that is read as the same. As a file of
// workflows it is read without anything thrown, and what is wrong with it has a place.
#include "fuzz.hpp"

#include "agent/workflow/read_file.hpp"
#include "agent/workflow/yaml.hpp"
#include "toolkit/text/text.hpp"

using namespace agent::workflow;

static void read_as_workflows(std::string_view input)
{
    const CheckedFile checked = read_workflows(input, {"w.yaml", "", false});
    for (const auto& problem : told_of(checked.problems)) {
        must(problem.place.line > 0 && problem.place.column > 0);
        must(!problem.message.empty());
    }
    must(!checked.problems.empty() || !checked.file.workflows.empty());
}

void fuzz(std::string_view input)
{
    read_as_workflows(input);
    try {
        const YamlNode node = yaml_document(input);
        const auto json = node.json();
        must(json == yaml_document(input).json());
        const std::string written
            = json.dump(-1, ' ', false, toolkit::Json::error_handler_t::replace);
        must(toolkit::text::is_utf8(written));
    } catch (const Problem& problem) {
        must(problem.place.line > 0 && problem.place.line <= input.size() + 1);
        must(!problem.message.empty());
    }
}

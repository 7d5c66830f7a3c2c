// A source, as each class of field and as a condition and a time: it is read or refused at a place
// of it; what was read without a problem renders within the limits or is refused, twice the same,
// and gets at a secret in a value of `env` alone.
#include "fuzz.hpp"

#include "agent/workflow/expression.hpp"
#include "agent/workflow/template.hpp"
#include "toolkit/text/text.hpp"

using namespace agent::workflow;

static const Names names {.parameters
    = {{"n", ParameterType::integer}, {"on", ParameterType::boolean}, {"t", ParameterType::text}},
    .steps = {{"a", Names::Step::has_ended}, {"z", Names::Step::is_later}},
    .environment = {"HOME"},
    .secrets = {"K"},
    .items = {"item"}};

static const toolkit::Json roots {{"params", {{"n", 3}, {"on", true}, {"t", "secrets"}}},
    {"steps", {{"a", {{"output", {1, "secrets"}}, {"stdout", "K"}}}}}, {"env", {{"HOME", "/h"}}},
    {"secrets", {{"K", "hunter2"}}}, {"run", {{"id", "r"}}}, {"item", "x"}, {"index", 0}};

static std::string rendered(const auto& work)
{
    try {
        return work();
    } catch (const Problem& problem) {
        must(!problem.message.empty());
        return problem.message;
    }
}

static void try_class(const YamlNode& scalar, FieldClass field)
{
    Problems problems;
    const FieldTemplate parsed(scalar, field, names, problems);
    for (const auto& problem : problems)
        must(problem.place.line == 1 && problem.place.column <= scalar.text.size() + 1);
    if (!problems.empty())
        return;
    const std::string text = rendered([&] { return parsed.text({roots}); });
    must(text == rendered([&] { return parsed.text({roots}); }));
    const bool is_written = scalar.text.find("hunter2") != std::string::npos;
    must(field == FieldClass::environment || is_written
        || text.find("hunter2") == std::string::npos);
    (void)rendered([&] { return parsed.value({roots}).dump(); });
    (void)rendered([&] { return arguments_of({parsed}, false, {roots})[0]; });
}

void fuzz(std::string_view input)
{
    if (!toolkit::text::is_utf8(input))
        return;
    const YamlNode scalar {.scalar = std::string(input), .text = std::string(input)};
    for (const auto field : {FieldClass::text, FieldClass::value, FieldClass::element,
             FieldClass::environment, FieldClass::script})
        try_class(scalar, field);
    Problems problems;
    const ConditionField condition(scalar, names, problems);
    const SecondsField seconds(scalar, names, problems);
    if (problems.empty()) {
        (void)rendered([&] { return condition.holds({roots}) ? "yes" : "no"; });
        (void)rendered([&] { return std::to_string(seconds.seconds({roots})); });
    }
}

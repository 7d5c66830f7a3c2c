// Data, a NUL byte, and a template: whatever they are, the template is refused or gives a text
// within the limits, twice the same; and what it says about its references can be asked.
#include "fuzz.hpp"

#include "agent/liquid/template.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/parse.hpp"

#include <string>
#include <string_view>

using namespace toolkit;
using namespace agent::liquid;

static std::string result_of(const Template& source, const Json& data)
{
    Settings settings {.allows_missing = true};
    settings.limits = {.steps = 20'000, .output_bytes = 1 << 16, .made_bytes = 1 << 20};
    try {
        return source.text(data, settings);
    } catch (const TemplateError& error) {
        return error.message;
    }
}

static Json data_in(std::string_view text)
{
    try {
        return json::parse_bounded(text);
    } catch (const ToolError&) {
        return nullptr;
    }
}

void fuzz(std::string_view input)
{
    const Json data = data_in(take_text(input));
    const std::string_view source = input;
    try {
        const Template parsed(source);
        (void)parsed.references();
        must(result_of(parsed, data) == result_of(parsed, data));
    } catch (const TemplateError& error) {
        must(error.offset <= source.size());
        (void)position_of(source, error.offset);
    }
    try {
        (void)Predicate(source).holds(data, {.allows_missing = true});
    } catch (const TemplateError& error) {
        must(error.offset <= source.size());
    }
}

// Reads the fields and the text of a prompt file or a SKILL.md, twice with the same result, or
// refuses them with a reason; no field has a newline, and all is UTF-8. Fills the text in as a
// prompt: bounded, with all that was given, unless the text says where that goes.
#include "fuzz.hpp"

#include "agent/skills/filled_prompt.hpp"
#include "agent/skills/front_matter.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

using namespace agent::skills;

static void fill(std::string_view input, const std::string& body)
{
    const std::string_view arguments = input.substr(0, input.size() / 4);
    const std::string filled = filled_prompt(body, arguments);
    must(filled.size() <= 1 << 20);
    must(filled == filled_prompt(body, arguments));
    if (body.find('$') == std::string::npos)
        must(filled.find(toolkit::text::stripped(arguments)) != std::string::npos);
}

void fuzz(std::string_view input)
{
    try {
        const FrontMatter read = read_front_matter(input);
        must(toolkit::text::is_utf8(read.body));
        for (const auto& [name, value] : read.fields) {
            must(toolkit::text::is_utf8(value));
            must(value.find('\n') == std::string::npos);
            must(cut_to(value, 64).size() <= 64 * 4 + 3);
        }
        must(read_front_matter(input).fields == read.fields);
        fill(input, read.body);
    } catch (const toolkit::ToolError& error) {
        must(!error.message.empty());
    }
}

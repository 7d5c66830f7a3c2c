#include "runner/generate/tool_page.hpp"

#include "runner/commands/help.hpp"
#include "runner/terminal/output.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/text/contains.hpp"

#include <algorithm>

namespace runner::generate {

static std::string shown(const Json& object, const char* name)
{
    return terminal::without_controls(json::string_member(object, name));
}

static std::vector<ToolField> fields_of(const Json& schema)
{
    const Json properties = json::member(schema, "properties");
    const Json required = json::member(schema, "required");
    std::vector<ToolField> fields;
    if (properties.is_object())
        for (const auto& [name, property] : properties.items())
            fields.push_back(
                {terminal::without_controls(name), commands::explanation_of_field(property),
                    required.is_array() && text::contains(required, Json(name))});
    return fields;
}

// Accepts only these characters, since the name and the value become part of a shell script.
static bool is_plain(const std::string& text)
{
    return std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
            || c == '-' || c == '_' || c == '|';
    });
}

static ToolFlag flag_of(const Json& entry)
{
    const Json preset = json::member(entry, "default");
    return {shown(entry, "name"), shown(entry, "value"), shown(entry, "description"),
        terminal::without_controls(preset.is_string() ? preset.get<std::string>()
                : preset.is_number()                  ? preset.dump()
                                                      : ""),
        json::member(entry, "repeatable") == true};
}

static std::vector<ToolExample> examples_of(const Json& entry)
{
    std::vector<ToolExample> examples;
    if (const Json list = json::member(entry, "examples"); list.is_array())
        for (const Json& example : list)
            examples.push_back({shown(example, "command"), shown(example, "answer")});
    return examples;
}

ToolPage page_of(const Json& entry)
{
    ToolPage page {shown(entry, "name"), shown(entry, "description"),
        fields_of(json::member(entry, "schema")), {}, examples_of(entry)};
    const Json flags = json::member(entry, "flags");
    if (!flags.is_array())
        return page;
    for (const Json& entry_of_flag : flags)
        if (ToolFlag flag = flag_of(entry_of_flag); is_plain(flag.name) && is_plain(flag.value))
            page.flags.push_back(std::move(flag));
    for (const auto& [name, text] :
        {std::pair {"describe", "Print the tool's entry of tools.json and its flags"},
            std::pair {"help", "Print the fields and the flags"},
            std::pair {"version", "Print the version"}})
        page.flags.push_back({name, "", text, "", false});
    return page;
}

std::string usage_of(const ToolFlag& flag)
{
    return "--" + flag.name + (flag.value.empty() ? "" : " " + flag.value);
}

std::string explanation_of(const ToolFlag& flag)
{
    return flag.text + (flag.is_repeatable ? "; can be repeated" : "")
        + (flag.preset.empty() ? "" : " [" + flag.preset + "]");
}

}

#include "fuzz.hpp"

#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/tool/field.hpp"
#include "toolkit/tool/parameter_check.hpp"

#include <map>
#include <optional>
#include <vector>

using namespace toolkit::json;
using namespace toolkit::system;
using namespace toolkit::tool;

namespace {

enum class Colour { red, green };
constexpr auto choices(Colour)
{
    return std::array {Choice {Colour::red, "red"}, Choice {Colour::green, "green"}};
}

struct Edit {
    std::string old_string;
    bool replace_all = false;
};

const std::vector<Parameter<Edit>> edit_rows {
    required("oldString", &Edit::old_string).alias("old_string"),
    optional("replaceAll", &Edit::replace_all),
};

struct Request {
    std::string path;
    std::string content;
    std::int64_t count = 1;
    bool deep = false;
    std::vector<std::string> names;
    std::map<std::string, std::string> values;
    std::optional<std::string> hash;
    Colour colour = Colour::red;
    std::vector<Edit> edits;
    std::vector<std::string> args;
    TextOrList command;
};

const std::vector<Parameter<Request>> table {
    required_path(&Request::path, ""),
    optional("content", &Request::content, "").or_base64("contentBase64"),
    optional("count", &Request::count, "", between(1, 1000)),
    optional("deep", &Request::deep, "").alias("recursive"),
    optional("names", &Request::names, "", at_most_items(3)),
    optional("values", &Request::values, ""),
    optional("hash", &Request::hash, ""),
    optional("colour", &Request::colour, ""),
    optional("edits", &Request::edits, edit_rows, "", at_most_items(3)),
    optional("args", &Request::args).only_a_list(),
    optional("command", &Request::command).unlisted().hint_for("timeout", "which one?"),
};

std::vector<Field> fields()
{
    std::vector<Field> result;
    Request usual;
    for (const auto& parameter : table)
        result.push_back(field_of(parameter.field, parameter.place(usual)));
    return result;
}

bool is_request(const std::string& text)
{
    try {
        parse_request(text);
        return true;
    } catch (const ToolError&) {
        return false;
    }
}

// What nlohmann's own parser makes of it, but for the limits, and for what only that one accepts.
void check_is_read_alike(std::string_view text)
{
    static const std::vector<std::string> names {"path", "a"};
    const Json expected = Json::parse(text, nullptr, false);
    try {
        const Json read = parse_bounded(text);
        must(read == expected && read.dump() == expected.dump());
        const Json found = members_in(text, names);
        must(read.is_object() ? found.is_object() : found.is_null());
        for (const auto& name : names)
            must(member(found, name.c_str()) == member(read, name.c_str()));
    } catch (const ToolError& error) {
        must(expected.is_discarded() || error.message.find("deeper") != std::string::npos
            || text.find('\0') != std::string_view::npos || text.starts_with("\xef\xbb\xbf"));
    }
}

// Nothing but whitespace stands around what is accepted.
void check_is_all_of_it(const std::string& accepted)
{
    must(accepted.find('\0') == std::string::npos);
    must(!is_request(accepted + std::string(1, '\0')) && !is_request(accepted + "}"));
    must(!is_request("\xef\xbb\xbf" + accepted) && is_request(" " + accepted + "\n"));
}

}

// What is accepted is one object and nothing behind it; what the check lets through can be
// assigned, and is within its limits.
void fuzz(std::string_view input)
{
    static const std::vector<Field> all = fields();
    check_is_read_alike(input);
    Json read = parse_request(input);
    check_is_all_of_it(std::string(input));
    Json json = check(all, std::move(read));
    Request request;
    for (const auto& parameter : table)
        assign(parameter.field, parameter.slot(request), json);
    must(request.edits.size() <= 3);
    must(request.count >= 1 && request.count <= 1000 && request.names.size() <= 3);
    must(json.contains("path"));
}

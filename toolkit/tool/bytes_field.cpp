#include "toolkit/tool/bytes_field.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/text/invisible.hpp"
#include "toolkit/text/text.hpp"

#include <string>
#include <utility>

namespace toolkit::tool {

void put_bytes(Json& answer, const std::string& name, std::string_view bytes)
{
    if (text::is_utf8(bytes))
        answer[name] = std::string(bytes);
    else
        answer[name + "Base64"] = text::base64_encode(bytes);
}

void put_text(Json& answer, const std::string& name, std::string_view bytes)
{
    auto text = text::readable(bytes);
    if (!text)
        return put_bytes(answer, name, bytes);
    answer[name] = std::move(text->text);
    if (text->replaced > 0)
        answer[name + "Replaced"] = text->replaced;
}

void put_invisible(
    Json& answer, const std::string& name, std::string_view text, std::int64_t first_line)
{
    if (auto names = text::invisible_in(text, first_line); !names.empty())
        answer[name] = std::move(names);
}

void put_path(Json& answer, std::string_view path, const std::string& name)
{
    answer[name] = text::printable(path);
    if (!text::is_utf8(path))
        answer[name + "Base64"] = text::base64_encode(path);
}

}

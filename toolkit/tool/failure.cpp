#include "toolkit/tool/failure.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/tool/answer_fields.hpp"

#include <exception>
#include <new>

namespace toolkit::tool {

std::string failure_text(const ToolError& error)
{
    Json line {{"error", text::printable(error.message)}, {"code", system::wire_name(error.code)}};
    if (!error.hint.empty())
        line["hint"] = text::printable(error.hint);
    put_recovered(line);
    put_runs_later(line, {});
    put_seen(line); // last, as the caller expects it
    return line.dump();
}

ToolError current_failure()
{
    try {
        throw;
    } catch (const ToolError& error) {
        return error;
    } catch (const std::bad_alloc&) {
        return {
            Code::too_large, "there is not enough memory for this request", "ask for less at once"};
    } catch (const std::exception& error) {
        return {Code::internal, std::string("the tool failed: ") + error.what()};
    }
}

std::string_view type_name(mode_t mode)
{
    switch (mode & S_IFMT) {
    case S_IFREG: return "file";
    case S_IFDIR: return "dir";
    case S_IFLNK: return "symlink";
    default: return "other";
    }
}

std::string mode_octal(mode_t mode)
{
    std::string text;
    for (int shift = 9; shift >= 0; shift -= 3)
        text += static_cast<char>('0' + (mode >> static_cast<unsigned>(shift) & 7U));
    return text;
}

}

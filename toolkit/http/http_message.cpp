#include "toolkit/http/http_message.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/text/time_text.hpp"

#include <algorithm>
#include <array>
#include <chrono>

namespace toolkit::http {

using namespace toolkit;

std::string HttpHead::value(std::string_view name) const
{
    std::string result;
    bool is_first = true;
    for (const auto& [key, text] : fields)
        if (key == name) {
            result += (is_first ? "" : ", ") + text;
            is_first = false;
        }
    return result;
}

bool HttpHead::has(std::string_view name) const
{
    return std::any_of(
        fields.begin(), fields.end(), [&](const auto& field) { return field.first == name; });
}

HttpResponse error_response(
    int status, std::string_view code, const std::string& message, const std::string& hint)
{
    Json body {{"error", message}, {"code", code}};
    if (!hint.empty())
        body["hint"] = hint;
    return {status, {{"Content-Type", "application/json"}},
        body.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n"};
}

static std::string_view reason_of_status(int status)
{
    struct Reason {
        int status;
        std::string_view text;
    };
    static constexpr std::array reasons {Reason {100, "Continue"}, Reason {200, "OK"},
        Reason {201, "Created"}, Reason {202, "Accepted"}, Reason {204, "No Content"},
        Reason {400, "Bad Request"}, Reason {401, "Unauthorized"}, Reason {403, "Forbidden"},
        Reason {404, "Not Found"}, Reason {405, "Method Not Allowed"},
        Reason {406, "Not Acceptable"}, Reason {408, "Request Timeout"}, Reason {409, "Conflict"},
        Reason {410, "Gone"}, Reason {413, "Content Too Large"}, Reason {414, "URI Too Long"},
        Reason {415, "Unsupported Media Type"}, Reason {417, "Expectation Failed"},
        Reason {422, "Unprocessable Content"}, Reason {429, "Too Many Requests"},
        Reason {431, "Request Header Fields Too Large"}, Reason {500, "Internal Server Error"},
        Reason {502, "Bad Gateway"}, Reason {503, "Service Unavailable"},
        Reason {504, "Gateway Timeout"}};
    const auto* const found = std::find_if(reasons.begin(), reasons.end(),
        [&](const Reason& reason) { return reason.status == status; });
    return found == reasons.end() ? "Status" : found->text;
}

std::string head_text(int status, const HttpFields& fields)
{
    std::string text = "HTTP/1.1 " + std::to_string(status) + " ";
    text += reason_of_status(status);
    text += "\r\n";
    if (status >= 200)
        text += "Date: " + text::utc(std::chrono::system_clock::now(), "%a, %d %b %Y %H:%M:%S GMT")
            + "\r\n";
    for (const auto& [name, value] : fields) // values are written by this program
        text.append(name).append(": ").append(value).append("\r\n");
    return text += "\r\n";
}

}

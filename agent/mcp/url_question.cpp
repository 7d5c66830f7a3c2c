#include "agent/mcp/url_question.hpp"

#include "agent/mcp/content_text.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/web/no_proxy.hpp"
#include "toolkit/web/url.hpp"

#include <algorithm>

namespace agent::mcp {

namespace {

constexpr std::size_t max_url_message = 8 << 10;
constexpr std::size_t max_url = 2 << 10;
constexpr std::size_t max_elicitation_id = 256;

web::Url parsed_target(const std::string& url)
{
    if (url.size() > max_url)
        throw ToolError(Code::too_large, "the URL of the question is longer than 2 KiB");
    if (!std::all_of(url.begin(), url.end(), [](char c) { return c > ' ' && c <= '~'; }))
        throw ToolError(
            Code::bad_request, "the URL of the question has characters other than printable ASCII");
    if (!url.starts_with("https://") && !url.starts_with("http://"))
        throw ToolError(Code::unsupported, "the URL of the question is not an https URL");
    web::Url target = web::parse_address(url.substr(0, url.find('#')));
    if (target.scheme == web::Scheme::http && !web::is_loopback(target.host))
        throw ToolError(Code::unsupported,
            "the URL of the question is an http URL of another host than this machine");
    return target;
}

bool has_encoded_label(const std::string& host)
{
    const std::string name = "." + text::in_lower_case(host);
    return name.find(".xn--") != std::string::npos;
}

std::vector<std::string> warnings_about(const std::string& host, const ServerEntry& server)
{
    std::vector<std::string> warnings;
    if (!server.url.empty() && web::parse_address(server.url).host != host)
        warnings.emplace_back("this host differs from the server's");
    for (auto& warning : warnings_about_host(host))
        warnings.push_back(std::move(warning));
    return warnings;
}

}

std::vector<std::string> warnings_about_host(const std::string& host)
{
    std::vector<std::string> warnings;
    if (has_encoded_label(host))
        warnings.emplace_back("the name of the host has encoded characters (xn--), which a browser "
                              "may show as letters that look like others");
    return warnings;
}

UrlQuestion url_question_in(const Json& params, const ServerEntry& server)
{
    UrlQuestion question {json::string_member(params, "message"),
        json::string_member(params, "url"), {}, json::string_member(params, "elicitationId"), {}};
    if (question.message.empty())
        throw ToolError(Code::bad_request, "the question is malformed: it has no message");
    if (question.message.size() > max_url_message)
        throw ToolError(Code::too_large, "the message of the question has more than 8 KiB");
    if (question.id.size() > max_elicitation_id)
        throw ToolError(Code::too_large, "the elicitationId of the question has over 256 bytes");
    const web::Url target = parsed_target(question.url);
    question.host = web::host_field(target);
    question.warnings = warnings_about(target.host, server);
    return question;
}

std::vector<std::string> url_question_rows(
    const UrlQuestion& question, const std::string& server, std::size_t columns)
{
    ShownRows rows(columns);
    const bool is_sign_in = !question.sign_in.empty();
    rows.add("",
        "the MCP server " + text::in_quotes(server)
            + (is_sign_in ? " needs a sign-in:" : " asks you to open a page:"));
    for (const auto& line : question.sign_in)
        rows.add("    ", line);
    if (!is_sign_in) {
        rows.add("", "host:");
        rows.add("    ", question.host);
    }
    rows.add("", "address:");
    rows.add("    ", question.url);
    for (const auto& warning : question.warnings)
        rows.add("", warning);
    if (!is_sign_in) {
        rows.add("", "it says:");
        rows.add("    ", question.message);
    }
    return rows.take();
}

}

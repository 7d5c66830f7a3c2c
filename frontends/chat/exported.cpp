#include "frontends/chat/exported.hpp"

#include "agent/model/message.hpp"
#include "toolkit/json/json_value.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

namespace frontends::chat {

using namespace agent;

namespace {

struct Block {
    enum class Kind { prose, code };

    Kind kind;
    std::string heading; // of code: the tool, "arguments" or "result"; empty: none
    std::string text;
};

struct Section {
    std::string role;
    std::vector<Block> blocks;
};

}

// Returns the text of a JSON document on several lines, or the text itself if it is not JSON.
static std::string laid_out(const std::string& text)
{
    const Json document = Json::parse(text, nullptr, false);
    return document.is_structured() ? document.dump(2, ' ', false, Json::error_handler_t::replace)
                                    : text;
}

static std::vector<Section> sections_of(const Json& messages)
{
    std::vector<Section> sections;
    for (const auto& message : messages) {
        Section section {json::string_member(message, "role"), {}};
        const std::string said = model::text_of(message);
        if (section.role == "tool")
            section.blocks.push_back({Block::Kind::code, "result", laid_out(said)});
        else if (!said.empty())
            section.blocks.push_back({Block::Kind::prose, "", said});
        for (const Json& call : json::member(message, "tool_calls")) {
            const Json& function = json::member(call, "function");
            section.blocks.push_back(
                {Block::Kind::code, "call of " + json::string_member(function, "name"),
                    laid_out(json::string_member(function, "arguments"))});
        }
        if (!section.blocks.empty())
            sections.push_back(std::move(section));
    }
    return sections;
}

// Returns a fence that is longer than each run of backticks in the text.
static std::string fence_for(std::string_view text)
{
    std::size_t longest = 2;
    std::size_t run = 0;
    for (const char letter : text) {
        run = letter == '`' ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    return std::string(longest + 1, '`');
}

std::string exported_markdown(const Json& messages)
{
    std::string text;
    for (const Section& section : sections_of(messages)) {
        text += "## " + section.role + "\n\n";
        for (const Block& block : section.blocks) {
            if (block.kind == Block::Kind::prose) {
                text += block.text + "\n\n";
                continue;
            }
            const std::string fence = fence_for(block.text);
            text += "*" + block.heading + "*\n\n" + fence + "\n" + block.text + "\n" + fence
                + "\n\n";
        }
    }
    return text;
}

static std::string escaped(std::string_view text)
{
    std::string result;
    for (const char letter : text) {
        switch (letter) {
        case '&': result += "&amp;"; break;
        case '<': result += "&lt;"; break;
        case '>': result += "&gt;"; break;
        case '"': result += "&quot;"; break;
        default: result += letter;
        }
    }
    return result;
}

std::string exported_html(const Json& messages, const std::string& title)
{
    std::string page = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                       "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                       "style-src 'unsafe-inline'\">\n<title>"
        + escaped(title)
        + "</title>\n<style>\n"
          "body { font: 16px/1.5 sans-serif; max-width: 50em; margin: 2em auto; padding: 0 1em; "
          "color-scheme: light dark }\n"
          "section { border-top: 1px solid #8888; margin-top: 1em }\n"
          "h2 { font-size: 1em }\n"
          "p, pre { white-space: pre-wrap; overflow-wrap: anywhere }\n"
          "summary { cursor: pointer }\n"
          "</style>\n</head>\n<body>\n<h1>"
        + escaped(title) + "</h1>\n";
    for (const Section& section : sections_of(messages)) {
        page += "<section>\n<h2>" + escaped(section.role) + "</h2>\n";
        for (const Block& block : section.blocks)
            page += block.kind == Block::Kind::prose ? "<p>" + escaped(block.text) + "</p>\n"
                                                     : "<details><summary>" + escaped(block.heading)
                    + "</summary>\n<pre>" + escaped(block.text) + "</pre></details>\n";
        page += "</section>\n";
    }
    return page + "</body>\n</html>\n";
}

}

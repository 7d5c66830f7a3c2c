#include "conversation_case.hpp"

#include "toolkit/json/json.hpp"

#include <csignal>
#include <sstream>
#include <stdexcept>

using namespace toolkit::json;

using Json = nlohmann::ordered_json;

namespace {

struct Section {
    std::string header;
    std::string body;
};

std::vector<Section> sections_of(const std::string& text)
{
    std::vector<Section> sections(1);
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
        if (line.starts_with("-- ") && line.ends_with(" --"))
            sections.push_back({line.substr(3, line.size() - 6), ""});
        else
            sections.back().body += line + '\n';
    }
    return sections;
}

// "reply 429 (chunked)" begins with "reply": then what follows, else nothing.
bool take_word(std::string& header, const std::string& word)
{
    if (header != word && !header.starts_with(word + " "))
        return false;
    header.erase(0, std::min(word.size() + 1, header.size()));
    return true;
}

std::string chat_response(const Json& message, const std::string& reason)
{
    return Json {{"choices", {{{"index", 0}, {"message", message}, {"finish_reason", reason}}}}}
        .dump();
}

std::string without_last_newline(std::string text)
{
    if (text.ends_with('\n'))
        text.pop_back();
    return text;
}

ScriptedReply saying(const std::string& text)
{
    const Json message {{"role", "assistant"}, {"content", without_last_newline(text)}};
    return {200, chat_response(message, "stop")};
}

ScriptedReply calling(const std::string& lines)
{
    Json message {{"role", "assistant"}, {"content", nullptr}, {"tool_calls", Json::array()}};
    std::istringstream stream(lines);
    for (std::string id, name, arguments;
         stream >> id >> name && std::getline(stream >> std::ws, arguments);)
        message["tool_calls"].push_back({{"id", id}, {"type", "function"},
            {"function", {{"name", name}, {"arguments", arguments}}}});
    return {200, chat_response(message, "tool_calls")};
}

ScriptedReply replying(std::string header, const std::string& body)
{
    ScriptedReply reply;
    std::size_t repeat = 1;
    bool ends_in_crlf = false;
    while (header.ends_with(')')) {
        const std::size_t open = header.rfind(" (");
        const std::string attribute = header.substr(open + 2, header.size() - open - 3);
        header.erase(open);
        if (attribute == "chunked")
            reply.is_chunked = true;
        else if (attribute == "closed")
            reply.is_closed = true;
        else if (attribute == "never")
            reply.is_never = true;
        else if (attribute == "stalls")
            reply.is_stalling = true;
        else if (attribute == "raw")
            reply.is_raw = ends_in_crlf = true;
        else if (attribute == "raw, LF")
            reply.is_raw = true;
        else if (attribute == "events")
            reply.is_stream = reply.is_chunked = true;
        else if (attribute == "drips")
            reply.is_dripping = true;
        else if (attribute.starts_with("header "))
            reply.headers.push_back(attribute.substr(7));
        else if (attribute.starts_with("padding "))
            reply.headers.push_back(
                "X-Padding: " + std::string(std::stoul(attribute.substr(8)), 'x'));
        else if (attribute.starts_with("repeat "))
            repeat = std::stoul(attribute.substr(7));
        else
            throw std::runtime_error("unknown attribute (" + attribute + ")");
    }
    reply.status = std::stoi(header);
    reply.body = repeated(without_last_newline(body), repeat);
    for (std::size_t at = 0; ends_in_crlf && (at = reply.body.find('\n', at)) != std::string::npos;
         at += 2)
        reply.body.insert(at, "\r");
    return reply;
}

void take_signal(ConversationCase& c, const std::string& words)
{
    static const std::map<std::string, int> signals {
        {"INT", SIGINT}, {"TERM", SIGTERM}, {"KILL", SIGKILL}};
    std::istringstream stream(words);
    std::string name;
    std::string when;
    stream >> name >> when >> c.signal_when;
    c.signal = signals.at(name);
    if (c.signal_when == "asked") {
        c.signal_when.clear();
        stream >> c.signal_request;
    }
}

void take_terminal(ConversationCase& c, const std::string& attribute, const std::string& body)
{
    c.has_terminal = true;
    c.has_terminal_as_stdout = attribute == "(stdout)";
    c.has_terminal_as_stderr = attribute == "(stderr)";
    c.has_terminal_as_all = attribute == "(all)";
    if (attribute.ends_with(" columns)"))
        c.columns = static_cast<unsigned short>(std::stoi(attribute.substr(1)));
    c.terminal = replace_all(body, "\\e", "\x1b");
    c.terminal = replace_all(c.terminal, "\\r", "\r");
    c.terminal = replace_all(c.terminal, "\\c\n", "");
}

// `attribute`: "(8 rows, 30 columns)" and the like, or nothing.
ConversationCase::Typed typed_line(const std::string& attribute, std::string line)
{
    ConversationCase::Typed typed {std::move(line)};
    typed.is_considered = attribute == "(considered)";
    typed.is_repeated = attribute == "(repeated)";
    if (const std::size_t comma = attribute.find(", "); comma != std::string::npos) {
        typed.rows = static_cast<unsigned short>(std::stoi(attribute.substr(1)));
        typed.columns = static_cast<unsigned short>(std::stoi(attribute.substr(comma + 2)));
    }
    return typed;
}

// A section that only conversations have. Answers whether it was one.
bool store(ConversationCase& c, std::string header, const std::string& body)
{
    if (take_word(header, "model says"))
        c.replies.push_back(saying(body));
    else if (take_word(header, "model calls"))
        c.replies.push_back(calling(body));
    else if (take_word(header, "reply"))
        c.replies.push_back(replying(header, body));
    else if (take_word(header, "asked"))
        c.asked[std::stoul(header)] = body;
    else if (take_word(header, "request"))
        c.requests[std::stoul(header)] = body;
    else if (take_word(header, "head"))
        c.heads[std::stoul(header)] = body;
    else if (take_word(header, "connections"))
        c.connections = std::stoul(body);
    else if (take_word(header, "finds its manifest"))
        c.finds_manifest = true;
    else if (take_word(header, "signal"))
        take_signal(c, header);
    else if (take_word(header, "stdin"))
        c.input = body;
    else if (take_word(header, "stdout"))
        c.out = body;
    else if (take_word(header, "stderr"))
        c.err = body;
    else if (take_word(header, "terminal"))
        take_terminal(c, header, body);
    else if (take_word(header, "typed"))
        c.typed.push_back(typed_line(header, body == "^C\n" ? "\x03" : body));
    else if (take_word(header, "exit"))
        c.exit = std::stoi(body);
    else if (take_word(header, "audit"))
        std::tie(c.audit, c.has_audit) = std::pair(body, true);
    else
        return take_word(header, "server tls") || take_word(header, "only chat completions");
    return true;
}

}

std::string tls_name(const std::string& text)
{
    for (auto& section : sections_of(text))
        if (take_word(section.header, "server tls"))
            return section.header;
    return {};
}

ConversationCase parse_conversation(std::string text, const Variables& variables)
{
    for (const auto& [name, value] : variables)
        text = replace_all(std::move(text), name, value);
    ConversationCase c;
    std::string common = "-- answer --\n{}\n"; // which the other form of a case can't do without
    std::string title;
    for (const auto& [header, body] : sections_of(text)) {
        if (header.empty())
            title = body;
        else if (!store(c, header, body))
            common.append("-- ").append(header).append(" --\n").append(body);
    }
    c.common = parse_case(title + common, "$ROOT");
    return c;
}

// record_chat AGENTCLI CASE DIRECTORY: plays a chat as a person would, and draws it: session.svg is
// the screen at <picture>, recording.svg all of it. With --check as the last argument it is played
// at once, and nothing is written: the status is 1 if the pictures show anything else. CASE has the
// form of tests/chat/live; the server streams what the model says, and the tools are those of
// agentcli.

#include "chat_picture.hpp"
#include "live_chat.hpp"

#include "toolkit/json/json.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <stdexcept>

using toolkit::Json;
namespace fs = std::filesystem;

namespace {

const char* const title = "agentcli chat — ~/demo";
constexpr int between_pieces = 45; // ms

std::string event(const Json& delta, const Json& reason = nullptr)
{
    const Json choice {{"index", 0}, {"delta", delta}, {"finish_reason", reason}};
    return "data: " + Json {{"choices", Json::array({choice})}}.dump() + "\n\n";
}

// Words, each with the blanks behind it.
std::vector<std::string> pieces_of(const std::string& text)
{
    std::vector<std::string> pieces;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t blank = std::min(text.find_first_of(" \n", at), text.size());
        const std::size_t end = std::min(text.find_first_not_of(" \n", blank), text.size());
        pieces.push_back(text.substr(at, end - at));
        at = end;
    }
    return pieces;
}

// The reply as the events of a stream, with the tokens that a server would have counted.
ScriptedReply streamed(const ScriptedReply& reply, int prompt_tokens, bool is_slow)
{
    const Json choice = Json::parse(reply.body).at("choices").at(0);
    const Json& message = choice.at("message");
    std::string body = event({{"role", "assistant"}, {"content", ""}});
    std::size_t tokens = 12;
    if (message.at("content").is_string())
        for (const std::string& piece : pieces_of(message.at("content"))) {
            body += event({{"content", piece}});
            ++tokens;
        }
    int index = 0;
    for (Json call : message.value("tool_calls", Json::array())) {
        call["index"] = index++;
        body += event({{"tool_calls", Json::array({call})}});
        tokens += 40;
    }
    body += event(Json::object(), choice.at("finish_reason"));
    const Json usage {{"prompt_tokens", prompt_tokens}, {"completion_tokens", tokens},
        {"total_tokens", static_cast<std::size_t>(prompt_tokens) + tokens}};
    body += "data: " + Json {{"choices", Json::array()}, {"usage", usage}}.dump()
        + "\n\ndata: [DONE]\n\n";
    ScriptedReply stream {200, body};
    stream.is_stream = true;
    stream.pause = is_slow ? between_pieces : 0;
    return stream;
}

std::string output_of(const std::string& command)
{
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
    std::string output(65536, '\0');
    output.resize(std::fread(output.data(), 1, output.size(), pipe.get()));
    return output;
}

// The tools as they describe themselves, and a server that streams.
void prepare(ConversationCase& c, const fs::path& bin, bool is_slow)
{
    Json tools = Json::array();
    for (const std::string tool : {"fs_read_lines", "fs_search", "fs_edit", "exec"})
        tools.push_back(Json::parse(output_of("'" + (bin / tool).string() + "' --describe")));
    c.common.before["tools.json"] = {Node::file, Json {{"tools", tools}}.dump() + "\n"};
    int prompt_tokens = 1600;
    for (ScriptedReply& reply : c.replies)
        reply = streamed(reply, prompt_tokens += 150, is_slow);
}

class Recorder {
public:
    explicit Recorder(Live& chat)
        : chat(chat)
    {
        chat.has_read = [this](const std::string& bytes) {
            if (bytes.ends_with("\033[?2026l")) // else the rest of the update is on its way
                look();
        };
        chat.other_token = [this](const std::string& name) {
            if (name != "picture")
                throw std::runtime_error("unknown key <" + name + ">");
            look();
            still = frames.back();
        };
    }

    void look()
    {
        const std::chrono::duration<double> at = std::chrono::steady_clock::now() - begin;
        frames.push_back({at.count(), chat.emulator.styled_rows(), chat.emulator.scrolled(),
            chat.emulator.cursor_cell()});
    }

    std::vector<Frame> frames;
    Frame still;

private:
    Live& chat;
    std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
};

std::string read(const fs::path& path)
{
    std::ifstream in(path);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::string complaint_about(const fs::path& path, const std::string& now)
{
    const auto drawn = rows_at_end(read(path));
    const auto wanted = rows_at_end(now);
    const auto [old_row, new_row]
        = std::mismatch(drawn.begin(), drawn.end(), wanted.begin(), wanted.end());
    if (old_row == drawn.end() && new_row == wanted.end() && !wanted.empty())
        return {};
    return path.filename().string() + " shows\n  " + (old_row == drawn.end() ? "its end" : *old_row)
        + "\nbut the chat prints\n  " + (new_row == wanted.end() ? "its end" : *new_row)
        + "\nscripts/record_chat.sh draws it anew\n";
}

}

int main(int argc, char** argv)
try {
    const bool is_check = argc == 5 && argv[4] == std::string("--check");
    if (argc != 4 && !is_check)
        throw std::runtime_error("record_chat AGENTCLI CASE DIRECTORY [--check]");
    const LiveCase file = read_live_case(argv[2]);
    const fs::path directory = argv[3];
    const winsize size = size_in(file.steps.front().text);
    const auto play = [&](Live& chat) {
        chat.is_slow = !is_check;
        Recorder recorder(chat);
        for (const Step& step : file.steps)
            if (step.name == "keys")
                for (const std::string& line : lines_of(step.text))
                    chat.keys(line);
        recorder.look();
        const std::string still = still_picture(recorder.still, size.ws_row, size.ws_col, title);
        const std::string moving = moving_picture(recorder.frames, size.ws_row, size.ws_col, title);
        if (is_check)
            return complaint_about(directory / "session.svg", still)
                + complaint_about(directory / "recording.svg", moving) + chat.grammar_problem();
        std::ofstream(directory / "session.svg") << still;
        std::ofstream(directory / "recording.svg") << moving;
        return chat.grammar_problem();
    };
    const fs::path bin = fs::absolute(argv[1]).parent_path();
    const std::string problem = run_live_case(
        file, argv[1], [&](ConversationCase& c) { prepare(c, bin, !is_check); }, play);
    std::cout << problem;
    return problem.empty() ? 0 : 1;
} catch (const std::exception& error) {
    std::cerr << "record_chat: " << error.what() << '\n';
    return 1;
}

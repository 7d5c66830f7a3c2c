#include "catch.hpp"

#include "agent/model/chat_completions.hpp"
#include "agent/model/streamed_reply.hpp"
#include "agent/session/session.hpp"
#include "toolkit/system/error.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

using namespace agent::model;
using namespace agent::redaction;
using namespace agent::session;
using namespace toolkit::json;
using namespace toolkit::system;

namespace {

// An empty directory of sessions.
class SessionFolder {
public:
    SessionFolder()
    {
        std::string name = std::filesystem::temp_directory_path() / "sessions.XXXXXX";
        path = mkdtemp(name.data());
        folder = File(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    }
    SessionFolder(const SessionFolder&) = delete;
    SessionFolder& operator=(const SessionFolder&) = delete;
    ~SessionFolder() { std::filesystem::remove_all(path); }

    operator const File&() const { return folder; } // NOLINT(google-explicit-constructor)
    std::filesystem::path path;

private:
    File folder;
};

class NoListener : public ReplyListener {
public:
    void on_text(std::string_view) override { }
    void on_reasoning(std::string_view) override { }
    bool has_shown_text() const override { return false; }
};

}

static std::string nested(int depth)
{
    return std::string(static_cast<std::size_t>(depth), '[')
        + std::string(static_cast<std::size_t>(depth), ']');
}

// Each is a member of a message, or none.
static const std::vector<std::string> some_roles {
    "", R"("role":"assistant")", R"("role":"model")", R"("role":"tool")", R"("role":5)"};
static const std::vector<std::string> some_contents {"", R"("content":null)",
    R"("content":"\u0000\n\u00e9\ud83d\ude00")", R"("content":5)", R"("content":{"a":1})",
    R"("content":[{"type":"text","text":"x"}])", R"("content":["x"])", "\"content\":" + nested(59)};
static const std::vector<std::string> some_calls {"", R"("tool_calls":null)", R"("tool_calls":[])",
    R"("tool_calls":5)", R"("tool_calls":[5])", R"("tool_calls":[{"id":"a"}])",
    R"("tool_calls":[{"id":"a","function":{"name":5}}])",
    R"("tool_calls":[{"id":"a","function":{"name":"f","arguments":"{}"}}])",
    R"("tool_calls":[{"function":{"name":"f"}},{"id":"","function":{"name":"f","arguments":null}}])",
    R"("tool_calls":[{"id":5,"function":{"name":"f","arguments":{"a":1}}},{"id":"call_1","function":{"name":"f","arguments":5}}])",
    R"("tool_calls":[{"id":"a","function":{"name":"f","arguments":"{"}},{"id":"a","function":{"name":"f","arguments":"\u0000"}}])"};
static const std::vector<std::string> some_others {"", R"("tool_call_id":"zzz","name":null)",
    "\"reasoning_details\":" + nested(59), "\"reasoning_details\":" + nested(70)};

static std::string message_with(std::initializer_list<std::string> members)
{
    std::string text;
    for (const auto& member : members)
        text += (text.empty() || member.empty() ? "" : ",") + member;
    return "{" + text + "}";
}

static std::vector<std::string> all_messages()
{
    std::vector<std::string> messages;
    for (const auto& role : some_roles)
        for (const auto& content : some_contents)
            for (const auto& call : some_calls)
                for (const auto& other : some_others)
                    messages.push_back(message_with({role, content, call, other}));
    return messages;
}

static Message in_one_piece(const std::string& message)
{
    return read_chat_response(R"({"choices":[{"message":)" + message + "}]}").message;
}

static Message as_a_stream(const std::string& message)
{
    NoListener deaf;
    StreamedReply streamed(deaf);
    streamed.take(R"(data: {"choices":[{"delta":)" + message + "}]}\n\n");
    streamed.take("data: [DONE]\n\n");
    return streamed.reply().message;
}

TEST_CASE("any reply that is accepted loads again from the session that it was added to")
{
    const auto read = GENERATE(&in_one_piece, &as_a_stream);
    const SessionFolder folder;
    const Redaction redaction {Secrets {}};
    Json kept = Json::array();
    const auto keep = [&](const Session& session, const Message& message) {
        session.add(message);
        kept.push_back(message_json(message));
    };
    std::size_t refused = 0;
    {
        CallNormaliser sound;
        const Session session(folder, "s", redaction);
        for (const auto& text : all_messages()) {
            try {
                Message message = read(text);
                sound.repair(message); // as a conversation does
                keep(session, message);
                for (const auto& call : message.calls)
                    keep(session, result_message(call.id, "x"));
            } catch (const ToolError& error) {
                CHECK(error.message.find("can't be kept") == std::string::npos);
                ++refused;
            }
        }
    }
    Session again(folder, "s", redaction);
    CHECK(again.history().repaired().empty());
    CHECK((messages_json(again.history().messages()) == kept));
    CHECK(kept.size() > 500);
    CHECK(refused > 100);
}

TEST_CASE("what could not be loaded is not written")
{
    const SessionFolder folder;
    const Redaction redaction {Secrets {}};
    const Session session(folder, "s", redaction);
    CHECK_THROWS_AS(session.add(Message {}), ToolError);
    CHECK_THROWS_AS(session.add(result_message("", "x")), ToolError);
    Json deep = Json::array();
    for (int depth = 0; depth < 70; ++depth)
        deep = Json::array({deep});
    CHECK_THROWS_AS(session.add(read_message({{"role", "user"}, {"content", deep}})), ToolError);
    CHECK(std::filesystem::file_size(folder.path / "s.ndjson") == 0);
}

// A session of about this size, most of it a hole that is one line.
static void make_large(const SessionFolder& folder, const std::string& name, std::size_t size)
{
    const File file(
        open((folder.path / (name + ".ndjson")).c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
    write_whole(file, name,
        R"({"message":{"role":"user","content":"the first"}})"
        "\n");
    REQUIRE(lseek(file.descriptor(), static_cast<off_t>(size) - 1, SEEK_SET) > 0);
    write_whole(file, name, "\n");
}

TEST_CASE("a session does not grow beyond what can be loaded")
{
    const SessionFolder folder;
    const Redaction redaction {Secrets {}};
    make_large(folder, "large", max_session - room_for_results - 200);
    const auto size = [&] { return std::filesystem::file_size(folder.path / "large.ndjson"); };
    {
        Session session(folder, "large", redaction);
        CHECK(session.history().messages().size() == 1);
        session.add(text_message(Role::user, "short"));
        const std::size_t before = size();
        CHECK_THROWS_AS(session.add(text_message(Role::user, std::string(200, 'x'))), ToolError);
        CHECK(size() == before);
        // What a tool has answered is kept as long as there is any room.
        session.add(result_message("a", std::string(200, 'x')));
        CHECK(size() > before);
        // Its images are not, and neither is the room used up by them.
        const std::size_t without_image = size();
        session.add(result_message(
            "a", "TEXT", {image_of_bytes("GIF89a@\1@\1" + std::string(100'000, 'x'))}));
        CHECK(size() > without_image);
        CHECK(size() < without_image + 1000);
        CHECK_THROWS_AS(
            session.add(result_message("a", std::string(room_for_results, 'x'))), ToolError);
    }
}

TEST_CASE("a session that is too large is listed and can be deleted")
{
    const SessionFolder folder;
    const Redaction redaction {Secrets {}};
    make_large(folder, "huge", max_session + 1);
    CHECK_THROWS_AS(Session(folder, "huge", redaction), ToolError);
    CHECK_THROWS_AS(read_session(folder, "huge"), ToolError);
    std::filesystem::create_symlink("/nowhere", folder.path / "link.ndjson");
    std::vector<SessionEntry> entries = list_sessions(folder);
    REQUIRE(entries.size() == 2);
    for (const auto& entry : entries) {
        CHECK_FALSE(entry.changed.empty());
        CHECK_FALSE(entry.problem.empty());
        delete_session(folder, entry.name);
    }
    CHECK(std::filesystem::is_empty(folder.path));
    CHECK_THROWS_AS(delete_session(folder, "huge"), ToolError);
}

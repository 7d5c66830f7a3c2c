#include "catch.hpp"

#include "toolkit/io/packet.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/file.hpp"
#include "toolkit/text/text.hpp"
#include "tools/exec/background/unread.hpp"
#include "tools/exec/background/wire.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

using namespace exec::background;
using namespace toolkit;

namespace fs = std::filesystem;

TEST_CASE("a text is found in unread output also between colours, however it is cut")
{
    const std::string line = "\x1b[32mServer\x1b[0m rea\x1b]8;;http://x\x1b\\dy \x1b(Bon "
                             "\x1b[1;38;5;9m3000\x1b[0m \x1b]0;title\x07now\n";
    for (const std::size_t size : {1, 2, 3, 7, 100}) {
        Unread unread;
        for (std::size_t at = 0; at < line.size(); at += size) {
            unread.append(line.substr(at, size));
            unread.has("Server ready on 3000 now");
        }
        CHECK(unread.has("Server ready on 3000 now"));
        CHECK(unread.has("\x1b[1;38;5;9m3000"));
        CHECK(!unread.has("32m"
                          "Serverx"));
        CHECK(unread.take(true).bytes == line);
        CHECK(!unread.has("Server"));
    }
}

// The supervisor of a run, as the runner starts it, in a workspace of its own.
class RunSupervisor {
public:
    RunSupervisor()
    {
        mkdtemp(workspace.data());
        std::array<int, 2> ends {};
        REQUIRE(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) == 0);
        socket = File(ends[0]);
        const File its(ends[1]);
        process = fork();
        if (process == 0) {
            const int spare = fcntl(its.descriptor(), F_DUPFD, 10);
            dup2(spare, given_descriptor);
            dup2(open("/dev/null", O_RDWR), STDOUT_FILENO);
            const std::string program = fs::canonical("/proc/self/exe").parent_path() / "exec";
            execl(program.c_str(), "exec", "--root", workspace.c_str(), "--background=serve",
                nullptr);
            _exit(127);
        }
    }
    ~RunSupervisor()
    {
        end();
        fs::remove_all(workspace);
    }
    RunSupervisor(const RunSupervisor&) = delete;
    RunSupervisor& operator=(const RunSupervisor&) = delete;

    // Its exit status.
    int end()
    {
        socket.close();
        int status = 0;
        if (process > 0)
            waitpid(process, &status, 0);
        process = -1;
        return status;
    }

    struct Contact {
        File call;
        Roster roster;
    };

    // Sends the order as a call does.
    Contact send(Order::Kind kind, const NameBytes& name)
    {
        const Order order {kind, name};
        std::array<int, 2> ends {};
        REQUIRE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) == 0);
        Contact contact {File(ends[0]), {}};
        const File its(ends[1]);
        REQUIRE(io::send_packet(socket.descriptor(), order, std::array {its.descriptor()}) == 0);
        contact.roster.count = 99;
        recv(contact.call.descriptor(), &contact.roster, sizeof contact.roster, MSG_WAITALL);
        return contact;
    }

    std::size_t count() { return send(Order::list, {}).roster.count; }

    std::string workspace = (fs::temp_directory_path() / "background-XXXXXX").string();
    File socket;

private:
    pid_t process = -1;
};

static std::string answer_to(const File& call, const std::string& request)
{
    send(call.descriptor(), request.data(), request.size(), MSG_NOSIGNAL);
    shutdown(call.descriptor(), SHUT_WR);
    std::string answer;
    std::array<char, 4096> buffer;
    for (ssize_t got = 0; (got = recv(call.descriptor(), buffer.data(), buffer.size(), 0)) > 0;)
        answer.append(buffer.data(), static_cast<std::size_t>(got));
    return answer;
}

TEST_CASE("a supervisor starts, reaches and forgets a command by its name")
{
    RunSupervisor run;
    CHECK(run.count() == 0);
    CHECK(run.send(Order::reach, bytes_of("web")).roster.refusal == Roster::unknown);
    const auto started = run.send(Order::start, bytes_of("web"));
    CHECK(started.roster.refusal == Roster::none);
    CHECK(answer_to(started.call, R"({"command":"sleep 1000"})").find("running")
        != std::string::npos);
    CHECK(run.count() == 1);
    CHECK(run.send(Order::start, bytes_of("web")).roster.refusal == Roster::taken);
    const auto reached = run.send(Order::reach, bytes_of("web"));
    CHECK(answer_to(reached.call, R"({"stop":true})").find("stopped") != std::string::npos);
    CHECK(run.count() == 0);
    CHECK(run.end() == 0);
}

TEST_CASE("no order, whatever it is made of, ends the supervisor or starts something")
{
    RunSupervisor run;
    const int other_end = run.socket.descriptor();
    const File null(open("/dev/null", O_RDWR | O_CLOEXEC));
    const std::array passed {null.descriptor(), null.descriptor()};
    const auto one = std::span(passed).first(1);
    const std::vector<std::byte> longer(sizeof(Order) + 100, std::byte('x'));
    io::send_packet(other_end, longer, one);
    io::send_packet(other_end, std::span(longer).first(1), one);
    io::send_packet(other_end, Order {}); // and no descriptor
    io::send_packet(other_end, Order {}, passed); // and two
    for (const char* name : {"", "a b", "../x", "a/b", "\xff", "\n"}) {
        const Order order {Order::start, bytes_of(name)};
        io::send_packet(other_end, order, one);
    }
    NameBytes endless;
    endless.fill('a'); // without a NUL
    const auto cut = run.send(Order::start, endless);
    answer_to(cut.call, "no JSON");
    const Order order {Order::start, bytes_of("null")};
    io::send_packet(other_end, order, one); // which is no socket
    for (const char* request : {"", "[]", "{", R"({"command":7})", R"({"args":{}})", "{}"}) {
        const auto contact = run.send(Order::start, bytes_of("bad"));
        CHECK(contact.roster.refusal == Roster::none);
        const std::string answer = answer_to(contact.call, request);
        CHECK(answer.find("error") != std::string::npos);
    }
    for (int tries = 0; tries < 500 && run.count() > 0; ++tries)
        usleep(10'000);
    CHECK(run.count() == 0);
    CHECK(run.end() == 0);
}

TEST_CASE("a holder that is killed takes its command along, and frees the name")
{
    RunSupervisor run;
    const auto started = run.send(Order::start, bytes_of("web"));
    CHECK(answer_to(started.call, R"({"command":"kill -9 $PPID; sleep 1000","background":"web"})")
              .size()
        > 0);
    const auto reached = run.send(Order::reach, bytes_of("web"));
    if (reached.roster.refusal == Roster::none)
        answer_to(reached.call, R"({"stop":true})");
    CHECK(run.count() == 0);
    CHECK(run.end() == 0);
}

TEST_CASE("of output that nobody has read, the last MiB is kept and the lines are counted")
{
    Unread unread;
    unread.append("one\ntwo");
    CHECK(unread.has("two"));
    CHECK(!unread.has("three"));
    unread.append(" and th");
    CHECK(!unread.has("three"));
    unread.append("ree\n");
    CHECK(unread.has("three"));
    Unread::Text text = unread.take(false);
    CHECK(text.bytes == "one\ntwo and three\n");
    CHECK(text.left_out == 0);
    CHECK(text.first_line == 1);
    CHECK(!unread.has("three"));
    for (int line = 0; line < 300'000; ++line)
        unread.append("0123456789\n");
    unread.append("end");
    CHECK(unread.size() <= (1 << 20) + (256 << 10));
    CHECK(unread.has("end"));
    text = unread.take(false);
    CHECK(text.left_out + static_cast<std::int64_t>(text.bytes.size()) == 300'000 * 11 + 3);
    CHECK(text.first_line == 3);
    CHECK(unread.take(false).first_line == 300'003);
}

TEST_CASE("output that nobody has read is cut between lines and between characters")
{
    Unread unread;
    unread.append("a \xe2");
    CHECK(unread.take(false).bytes == "a ");
    unread.append("\x80\x94 b \xf0\x9f");
    CHECK(unread.take(false).bytes == "\xe2\x80\x94 b ");
    CHECK(unread.take(true).bytes == "\xf0\x9f");
    unread.append("\xff\xe9");
    CHECK(unread.take(false).bytes == "\xff");
    CHECK(unread.take(true).bytes == "\xe9");
    for (int count = 0; count < 600'000; ++count)
        unread.append("\xe6\x97\xa5");
    CHECK(toolkit::text::is_utf8(unread.take(true).bytes));
    for (int line = 0; line < 300'000; ++line)
        unread.append("0123456789\n");
    CHECK(unread.take(true).bytes.starts_with("0123456789\n"));
}

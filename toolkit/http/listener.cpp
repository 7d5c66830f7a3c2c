#include "toolkit/http/listener.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <optional>
#include <utility>

namespace toolkit::http {

static ToolError not_an_address(std::string_view text)
{
    return {Code::bad_request, text::in_quotes(text) + " is not an address",
        "127.0.0.1:PORT, [::1]:PORT or unix:PATH; of the ports, 0 is a free one"};
}

static std::optional<std::uint16_t> port_in(std::string_view text)
{
    std::uint16_t port = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
    if (text.empty() || error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return port;
}

// Returns the address in its canonical spelling, so that different spellings become equal; nullopt
// if `host` is not a numeric address of this family.
static std::optional<std::string> in_numbers(int family, const std::string& host)
{
    in6_addr address {};
    char text[INET6_ADDRSTRLEN] {};
    if (inet_pton(family, host.c_str(), &address) != 1
        || inet_ntop(family, &address, text, sizeof text) == nullptr)
        return std::nullopt;
    return text;
}

static Address unix_address(std::string_view path)
{
    constexpr std::size_t max_path = sizeof(sockaddr_un::sun_path) - 1;
    if (path.empty() || path.find('\0') != std::string_view::npos)
        throw not_an_address("unix:" + std::string(path));
    if (path.size() > max_path)
        throw ToolError(Code::bad_request,
            "the path of a socket has at most " + std::to_string(max_path)
                + " bytes: " + text::in_quotes(path));
    return {.kind = Address::Kind::unix_socket, .path = std::string(path)};
}

Address parse_address(std::string_view text)
{
    constexpr std::string_view of_sockets = "unix:";
    if (text.starts_with(of_sockets))
        return unix_address(text.substr(of_sockets.size()));
    const std::size_t colon = text.rfind(':');
    if (colon == std::string_view::npos)
        throw not_an_address(text);
    std::string_view host = text.substr(0, colon);
    const bool is_bracketed = host.size() > 2 && host.front() == '[' && host.back() == ']';
    if (is_bracketed)
        host = host.substr(1, host.size() - 2);
    const auto port = port_in(text.substr(colon + 1));
    const auto number = in_numbers(is_bracketed ? AF_INET6 : AF_INET, std::string(host));
    if (!port || !number)
        throw not_an_address(text);
    return {is_bracketed ? Address::Kind::ipv6 : Address::Kind::ipv4, *number, *port};
}

bool Address::is_local() const
{
    return is_unix() || host == "::1" || (kind == Kind::ipv4 && host.starts_with("127."));
}

std::string address_text(const Address& address)
{
    if (address.is_unix())
        return "unix:" + address.path;
    const bool is_ipv6 = address.kind == Address::Kind::ipv6;
    return (is_ipv6 ? "[" + address.host + "]" : address.host) + ":" + std::to_string(address.port);
}

// The queue for a flood of connections; a client that is dropped would try again after a second.
static constexpr int backlog = 1024;

static ToolError cannot_listen(const Address& address)
{
    ToolError error = system::system_error("cannot listen on " + address_text(address));
    error.code = Code::bad_request;
    return error;
}

static File new_socket(int family, const Address& address)
{
    File result(::socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    if (!result)
        throw cannot_listen(address);
    return result;
}

static void set_flag(const File& socket, int level, int name)
{
    const int on = 1;
    setsockopt(socket.descriptor(), level, name, &on, sizeof on);
}

namespace {

union AnySocketAddress { // passed to bind(2) and similar calls
    sockaddr any;
    sockaddr_in ipv4;
    sockaddr_in6 ipv6;
    sockaddr_un path;
};

}

static AnySocketAddress socket_address_of(const Address& address, socklen_t& size)
{
    AnySocketAddress result {};
    if (address.is_unix()) {
        result.path.sun_family = AF_UNIX;
        std::copy(address.path.begin(), address.path.end(), result.path.sun_path);
        size = sizeof result.path;
    } else if (address.kind == Address::Kind::ipv6) {
        result.ipv6.sin6_family = AF_INET6;
        result.ipv6.sin6_port = htons(address.port);
        inet_pton(AF_INET6, address.host.c_str(), &result.ipv6.sin6_addr);
        size = sizeof result.ipv6;
    } else {
        result.ipv4.sin_family = AF_INET;
        result.ipv4.sin_port = htons(address.port);
        inet_pton(AF_INET, address.host.c_str(), &result.ipv4.sin_addr);
        size = sizeof result.ipv4;
    }
    return result;
}

Listener::Listener(const Address& wanted, std::vector<uid_t> others)
    : place(wanted)
    , others(std::move(others))
{
    if (place.is_unix())
        listen_at_path();
    else
        listen_on_port();
    if (::listen(socket.descriptor(), backlog) != 0)
        throw cannot_listen(place);
}

// Converts an address of the kernel.
static Address address_of(const AnySocketAddress& socket)
{
    std::array<char, INET6_ADDRSTRLEN> text {};
    if (socket.any.sa_family == AF_UNIX)
        return {.kind = Address::Kind::unix_socket, .path = socket.path.sun_path};
    const bool is_ipv6 = socket.any.sa_family == AF_INET6;
    const void* number = is_ipv6 ? static_cast<const void*>(&socket.ipv6.sin6_addr)
                                 : static_cast<const void*>(&socket.ipv4.sin_addr);
    inet_ntop(socket.any.sa_family, number, text.data(), text.size());
    return {is_ipv6 ? Address::Kind::ipv6 : Address::Kind::ipv4, text.data(),
        ntohs(is_ipv6 ? socket.ipv6.sin6_port : socket.ipv4.sin_port)};
}

Listener::Listener(File listening, std::vector<uid_t> others)
    : others(std::move(others))
    , socket(std::move(listening))
{
    int listens = 0;
    int type = 0;
    socklen_t size = sizeof listens;
    AnySocketAddress address {};
    // Leaves room for the NUL after the path of a Unix socket.
    socklen_t address_size = sizeof address - 1;
    const bool is_known
        = getsockopt(socket.descriptor(), SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) == 0
        && listens == 1 && getsockopt(socket.descriptor(), SOL_SOCKET, SO_TYPE, &type, &size) == 0
        && type == SOCK_STREAM
        && getsockname(socket.descriptor(), &address.any, &address_size) == 0;
    const int family = address.any.sa_family;
    if (!is_known || (family != AF_UNIX && family != AF_INET && family != AF_INET6))
        throw ToolError(Code::bad_request, "the passed descriptor is not a listening socket");
    place = address_of(address);
    const int flags = fcntl(socket.descriptor(), F_GETFL);
    fcntl(socket.descriptor(), F_SETFL, flags | O_NONBLOCK);
}

void Listener::listen_on_port()
{
    const bool is_ipv6 = place.kind == Address::Kind::ipv6;
    socket = new_socket(is_ipv6 ? AF_INET6 : AF_INET, place);
    set_flag(socket, SOL_SOCKET, SO_REUSEADDR);
    if (is_ipv6)
        set_flag(socket, IPPROTO_IPV6, IPV6_V6ONLY);
    socklen_t size = 0;
    AnySocketAddress address = socket_address_of(place, size);
    if (bind(socket.descriptor(), &address.any, size) != 0
        || getsockname(socket.descriptor(), &address.any, &size) != 0)
        throw cannot_listen(place);
    place.port = ntohs(is_ipv6 ? address.ipv6.sin6_port : address.ipv4.sin_port);
}

static std::string directory_of_socket(const std::string& path)
{
    const std::size_t slash = path.rfind('/');
    return slash == std::string::npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
}

namespace {

// The modes of a Unix socket and of its directory.
struct Modes {
    mode_t socket;
    mode_t directory;
};

}

static Modes modes_for(const std::vector<uid_t>& others)
{
    constexpr mode_t of_all = S_IRUSR | S_IWUSR | S_IRGRP | S_IWGRP | S_IROTH | S_IWOTH;
    if (others.empty())
        return {S_IRUSR | S_IWUSR, S_IRWXU};
    return {of_all, S_IRWXU | S_IXGRP | S_IXOTH};
}

static std::string in_octal(mode_t mode)
{
    constexpr unsigned bits = 7;
    std::string digits;
    for (const int shift : {9, 6, 3, 0})
        digits += static_cast<char>('0' + (mode >> shift & bits));
    return digits;
}

static constexpr mode_t permissions = 07777;

// Requires that only this user can change the directory, since another process that replaces the
// socket would receive the requests for this server, and that only users who may connect can enter
// it.
static void require_own_directory(const Address& address, mode_t mode)
{
    const std::string directory = directory_of_socket(address.path);
    const mode_t before = umask(0);
    mkdir(directory.c_str(), mode); // usually exists already
    umask(before);
    struct stat status { };
    if (stat(directory.c_str(), &status) != 0)
        throw cannot_listen(address);
    if (status.st_uid != geteuid() || (status.st_mode & permissions) != mode)
        throw ToolError(Code::bad_request,
            "the directory " + text::in_quotes(directory) + " of the socket is "
                + (mode == S_IRWXU ? "open to others" : "not as other users need it"),
            "a directory of yours with mode " + in_octal(mode) + " is needed");
}

// Returns true if no process listens on the socket, because its server was killed.
static bool is_abandoned(const Address& address)
{
    struct stat status { };
    if (lstat(address.path.c_str(), &status) != 0 || !S_ISSOCK(status.st_mode)
        || status.st_uid != geteuid())
        return false;
    const File probe = new_socket(AF_UNIX, address);
    socklen_t size = 0;
    const AnySocketAddress there = socket_address_of(address, size);
    return connect(probe.descriptor(), &there.any, size) != 0 && errno == ECONNREFUSED;
}

void Listener::bind_path() const
{
    socklen_t size = 0;
    const AnySocketAddress address = socket_address_of(place, size);
    const mode_t before = umask(permissions & ~modes_for(others).socket);
    const int status = bind(socket.descriptor(), &address.any, size);
    const int error = errno;
    umask(before);
    errno = error;
    if (status != 0)
        throw cannot_listen(place);
}

void Listener::listen_at_path()
{
    const Modes modes = modes_for(others);
    require_own_directory(place, modes.directory);
    socket = new_socket(AF_UNIX, place);
    if (is_abandoned(place))
        unlink(place.path.c_str());
    bind_path();
    struct stat status { };
    if (lstat(place.path.c_str(), &status) != 0 || (status.st_mode & permissions) != modes.socket)
        throw ToolError(Code::bad_request,
            "the socket " + text::in_quotes(place.path) + " does not get mode "
                + in_octal(modes.socket));
    device = status.st_dev;
    inode = status.st_ino;
}

Listener::~Listener()
{
    struct stat status { };
    if (place.is_unix() && inode != 0 && lstat(place.path.c_str(), &status) == 0
        && status.st_dev == device && status.st_ino == inode)
        unlink(place.path.c_str());
}

static std::optional<uid_t> user_of(const File& connection)
{
    ucred peer {};
    socklen_t size = sizeof peer;
    if (getsockopt(connection.descriptor(), SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0)
        return std::nullopt;
    return peer.uid;
}

bool Listener::lets_in(uid_t user) const
{
    return user == geteuid() || user == 0
        || std::find(others.begin(), others.end(), user) != others.end();
}

Listener::Accepted Listener::accept() const
{
    File connection(accept4(socket.descriptor(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
    if (!connection) {
        const bool has_none = errno == EAGAIN || errno == EWOULDBLOCK;
        const bool has_room
            = errno != EMFILE && errno != ENFILE && errno != ENOBUFS && errno != ENOMEM;
        return {has_none ? Outcome::none : has_room ? Outcome::refused : Outcome::no_room};
    }
    std::optional<uid_t> user;
    if (!place.is_unix())
        set_flag(connection, IPPROTO_TCP, TCP_NODELAY);
    else if (user = user_of(connection); !user || !lets_in(*user))
        return {Outcome::refused};
    return {Outcome::accepted, std::move(connection), user};
}

}

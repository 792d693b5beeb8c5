#include <sql.h>
#include <sqlext.h>
#include <sqlucode.h>

// Attributes are numbers that ODBC takes for pointers, which Swift does not see as constants.
static inline SQLRETURN gazecut_odbc_set_version(SQLHENV environment) {
  return SQLSetEnvAttr(environment, SQL_ATTR_ODBC_VERSION, (SQLPOINTER)SQL_OV_ODBC3, 0);
}
static inline SQLRETURN gazecut_odbc_set(SQLHDBC connection, SQLINTEGER name, SQLULEN value) {
  return SQLSetConnectAttr(connection, name, (SQLPOINTER)value, 0);
}
